import type * as NodeDecoder from "node:string_decoder";
import decoder from "string_decoder/";

export const { StringDecoder } = decoder as unknown as Pick<typeof NodeDecoder, "StringDecoder">;
export default decoder;
