/** The screens over states that stand still: for looking at, never shipped. `?scene=<name>` picks one; see scenes.ts. */
import { mountFixgate } from "../../src/ui/index.tsx";
import { createStill } from "./still.ts";
import { SCENES } from "./scenes.ts";

const name = new URLSearchParams(location.search).get("scene") ?? "open";
const scene = SCENES[name];
const root = document.getElementById("root");
if (scene === undefined || root === null) throw new Error(`no scene ${name}; there are ${Object.keys(SCENES).join(", ")}`);
if (location.hash === "") location.hash = scene.hash;
mountFixgate(root, createStill(scene));
