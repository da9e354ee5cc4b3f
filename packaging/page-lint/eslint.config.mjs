// What `make lint-page` asks of the JavaScript and CSS in resources/page, and of the page's style in resources/look.
import css from '@eslint/css';
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import globals from 'globals';

export default defineConfig([
  {
    files: ['resources/page/*.js'],
    plugins: { js },
    extends: ['js/recommended'],
    languageOptions: {
      sourceType: 'script',
      globals: { ...globals.browser, katex: 'readonly', mermaid: 'readonly' },
    },
    rules: {
      eqeqeq: 'error',
      'no-shadow': 'error',
      'no-var': 'error',
      'prefer-const': ['error', { destructuring: 'all' }],
    },
  },
  {
    files: ['resources/page/*.css', 'resources/look/*.css'],
    plugins: { css },
    extends: ['css/recommended'],
    language: 'css/css',
    languageOptions: { tolerant: false },
    rules: {
      // Pages are shown by the one Chromium that comes with Qt, and never by another browser.
      'css/use-baseline': 'off',
      // Used against styles that come from elsewhere: diagrams' own, and what a person's settings must overrule.
      'css/no-important': 'off',
      // The theme's colours come from tokens.toml, through `page_template.style_sheet`.
      'css/no-invalid-properties': ['error', { allowUnknownVariables: true }],
    },
  },
  {
    // The rule takes the quotient in `--step` for the slash of the shorthand `font`.
    files: ['resources/look/page.css'],
    plugins: { css },
    rules: { 'css/no-invalid-properties': 'off' },
  },
]);
