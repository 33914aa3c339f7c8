/**
 * Specifiers in a configuration file that are not loaded but stood in for. Known to the host (which must leave them as
 * they are written) and to the worker that evaluates the configuration.
 */

/** Plugins that build, check, analyse or publish: nothing of what they do reaches a test. */
export const HARMLESS =
  /^(vite-plugin-dts|unplugin-dts(\/vite)?|vite-plugin-checker|vite-plugin-inspect|vite-plugin-eslint2?|vite-bundle-(visualizer|analyzer)|rollup-plugin-[\w-]+|@codecov\/vite-plugin|vite-plugin-static-copy|vite-plugin-pwa|vite-plugin-compression2?|vite-plugin-mkcert|@vitejs\/plugin-(legacy|basic-ssl)|@size-limit\/[\w-]+|vite-plugin-lib-inject-css|vite-plugin-externalize-deps|rollup-preserve-directives|@tailwindcss\/vite|vite-plugin-css-injected-by-js|@vitest\/(ui|coverage-v8|coverage-istanbul)|@rollup\/plugin-(terser|typescript|node-resolve|commonjs)|publint|size-limit)$/;
export const REACT = /^@vitejs\/plugin-react(-swc|-oxc)?$/;
export const PATHS = /^vite-tsconfig-paths$/;
export const SVG = /^vite-plugin-svgr$/;
export const TS_JEST = /^ts-jest(\/(presets|utils)(\/.*)?)?$/;
export const VITE = /^(vite|rolldown-vite)(\/.*)?$/;

export const isSubstituted = (spec: string): boolean =>
  /^vitest(\/.*)?$/.test(spec) ||
  VITE.test(spec) ||
  REACT.test(spec) ||
  PATHS.test(spec) ||
  TS_JEST.test(spec) ||
  SVG.test(spec) ||
  HARMLESS.test(spec);
