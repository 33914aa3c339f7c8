import { defineConfig } from "vitest/config";

export default defineConfig({ define: { __EXTRA_UNITS__: '{ "d": 86400 }' } });
