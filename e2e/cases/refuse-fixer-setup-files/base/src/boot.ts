import { signFrom } from "./signature";

signFrom("Harbour office");
