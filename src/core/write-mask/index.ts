export { denyForm } from "./fold.ts";
export {
  isTestPath,
  judgePath,
  liftOf,
  maskFor,
  protectedAs,
  type Denial,
  type MaskOptions,
  type MaskTree,
  type WriteMask,
} from "./write-mask.ts";
