import { readField, type FormValues } from "./read-field";

export function readAddress(values: FormValues): { street: string; flat: string } {
  return {
    street: readField(values, "street", { required: true }) ?? "",
    flat: readField(values, "flat") ?? "–",
  };
}
