import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { onlyWayOutRules } from './web/only-way-out.js';

const noEnvironment = {
  object: 'process',
  property: 'env',
  message: 'Read settings through platform/config: one place knows the environment.',
};

const noOwnTime = {
  selector: "NewExpression[callee.name='Date'][arguments.length=0]",
  message: 'Ask Clock for the time, so that tests can set it.',
};

const noSpreadLiteral = {
  selector: 'ObjectExpression > SpreadElement > ObjectExpression',
  message: 'Write the members themselves: to spread literals takes fifty times as long as to make one.',
};

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'dist-test/',
      'dist-clients/',
      'coverage/',
      'data/',
      'openapi/',
      'node_modules/',
      '**/*.generated.ts',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    // Rules that need types run in oxlint (.oxlintrc.json), which also checks the types: comments that turn one off are for it.
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    languageOptions: { parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true } },
    rules: {
      complexity: ['error', 15],
      eqeqeq: ['error', 'smart'],
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'no-restricted-properties': ['error', noEnvironment],
      'no-restricted-syntax': ['error', noOwnTime, noSpreadLiteral],
      'no-console': 'error',
    },
  },
  { files: ['src/**/*.spec.ts'], rules: { 'no-restricted-syntax': ['error', noOwnTime] } },
  {
    files: ['src/platform/config/**/*.ts', 'src/platform/system-clock.ts'],
    rules: { 'no-restricted-properties': 'off', 'no-restricted-syntax': 'off' },
  },
  ...onlyWayOutRules,
  {
    files: ['test/**/*.ts', '**/*.spec.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: { process: 'readonly', console: 'readonly', URL: 'readonly', fetch: 'readonly', setTimeout: 'readonly' },
    },
  },
  {
    files: ['test/scale/browser/in-page.js'],
    languageOptions: {
      globals: {
        ...{ window: 'readonly', document: 'readonly', location: 'readonly', URLSearchParams: 'readonly' },
        ...{ scrollY: 'readonly', innerHeight: 'readonly', performance: 'readonly' },
        ...{ addEventListener: 'readonly', requestAnimationFrame: 'readonly' },
      },
    },
  },
  {
    files: ['public/**/*.js'],
    languageOptions: {
      globals: { document: 'readonly', FormData: 'readonly', location: 'readonly', fetch: 'readonly' },
    },
  },
);
