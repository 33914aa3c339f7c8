/** Prettier as it runs in a worker: the standalone build with the plugins of the languages that repositories of this kind hold. */
import * as standalone from "prettier/standalone";
import * as babel from "prettier/plugins/babel";
import * as estree from "prettier/plugins/estree";
import * as graphql from "prettier/plugins/graphql";
import * as html from "prettier/plugins/html";
import * as markdown from "prettier/plugins/markdown";
import * as postcss from "prettier/plugins/postcss";
import * as typescript from "prettier/plugins/typescript";
import * as yaml from "prettier/plugins/yaml";
import type { Prettier } from "./engine.ts";

export const PLUGINS: readonly object[] = [babel, estree, graphql, html, markdown, postcss, typescript, yaml];

/** Its declarations leave out the version, and that getSupportInfo takes plugins. */
export const PRETTIER = standalone as unknown as Prettier;
