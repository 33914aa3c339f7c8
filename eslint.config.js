/** One linter for everything. Floating promises and impossible conditions matter most: most of this code talks to workers. */
import js from "@eslint/js";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist", "dist.next", "dist-cli", "public", "e2e/cases", "coverage", "fixgate-out", ".cache"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: "./tsconfig.json", tsconfigRootDir: import.meta.dirname } },
    rules: {
      // A process.env key or an index signature is read with brackets so that one sees it may be missing.
      "@typescript-eslint/dot-notation": "off",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/consistent-type-definitions": "off",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      "no-restricted-syntax": [
        "error",
        { selector: "ExportDefaultDeclaration", message: "Named exports only." },
        { selector: "TSEnumDeclaration", message: "A union says the same without code at run time." },
      ],
    },
  },
  {
    // Tools want a default export of their configuration, and code that imports a Node module wants it of a stand-in.
    files: [
      "*.config.ts",
      "e2e/vitest.config.ts",
      "e2e/vitest.browsers.config.ts",
      "e2e/vitest.engines.config.ts",
      "e2e/harness/global-setup.ts",
      "e2e/engines/global-setup.ts",
      "workers/test-runtime/**/*.ts",
      "workers/analysis/mutate/browser/*.ts",
      "**/*.d.ts",
    ],
    rules: { "no-restricted-syntax": "off" },
  },
  {
    // The hostile realm and its stand-ins for Node: methods are taken off their objects on purpose (captured before user
    // code can replace them), what is there is not known (a worker's globals are changed under it), and values are foreign.
    files: ["workers/test-runtime/**/*.ts", "workers/sandbox-host/**/*.ts"],
    rules: {
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/no-unnecessary-condition": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-extraneous-class": "off",
      "@typescript-eslint/no-unused-expressions": "off",
      "@typescript-eslint/only-throw-error": "off",
      "@typescript-eslint/no-implied-eval": "off",
      "@typescript-eslint/no-this-alias": "off",
      "@typescript-eslint/no-misused-spread": "off",
      "@typescript-eslint/no-empty-function": "off",
      "@typescript-eslint/no-invalid-void-type": "off",
      "@typescript-eslint/prefer-promise-reject-errors": "off",
      "@typescript-eslint/await-thenable": "off",
      "no-restricted-syntax": "off",
      "no-control-regex": "off",
      "no-useless-assignment": "off",
    },
  },
  {
    // Beside code that may replace what it finds: methods are taken off their objects before it runs and applied later, and
    // an iterator that it could have replaced is not asked. Stand-ins have the shapes of what they stand in for.
    files: ["workers/test-runtime/**/*.ts"],
    rules: {
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/prefer-for-of": "off",
      "@typescript-eslint/no-extraneous-class": "off",
    },
  },
  {
    files: ["**/*.tsx", "src/ui/**/*.ts"],
    ...reactHooks.configs.flat.recommended,
  },
  {
    // Scripts of the build and of launching: plain JavaScript for Node.
    files: ["**/*.{js,mjs,cjs}"],
    languageOptions: {
      globals: {
        Buffer: "readonly",
        URL: "readonly",
        console: "readonly",
        fetch: "readonly",
        module: "writable",
        process: "readonly",
        require: "readonly",
        setInterval: "readonly",
        setTimeout: "readonly",
        window: "readonly",
        clearTimeout: "readonly",
        clearInterval: "readonly",
        TextDecoder: "readonly",
        TextEncoder: "readonly",
        performance: "readonly",
      },
    },
  },
  {
    files: ["**/*.test.{ts,tsx}", "e2e/**/*.ts"],
    rules: {
      // A test says what is there; the assertion fails where it is not.
      "@typescript-eslint/no-non-null-assertion": "off",
    },
  },
);
