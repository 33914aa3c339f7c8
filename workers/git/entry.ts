import "./buffer-global.ts";
import { expose } from "comlink";
import { createGitWorkerApi } from "./worker-api.ts";

expose(createGitWorkerApi());
