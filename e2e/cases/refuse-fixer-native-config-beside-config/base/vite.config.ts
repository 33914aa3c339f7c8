import { defineConfig } from "vite";

export default defineConfig({ define: { __EXTRA_UNITS__: "{}" } });
