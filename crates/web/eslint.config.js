import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import globals from "globals";

export default defineConfig([
  js.configs.recommended,
  {
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
    },
  },
  { files: ["assets/**"], languageOptions: { globals: globals.browser } },
  { files: ["assets/theme.js", "assets/service-worker.js"], languageOptions: { sourceType: "script" } },
  // Functions that Playwright runs in the page use the browser's globals.
  {
    files: ["tests/**", "*.config.js"],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
]);
