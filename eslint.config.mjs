import path from 'node:path'
import checkFile from 'eslint-plugin-check-file'
import n from 'eslint-plugin-n'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

const DEFAULT_EXPORT = { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' }

/** Side effects first, then built-in modules, packages, modules above, modules beside. */
const before = (earlier, later) => ({
  selector: `ImportDeclaration[specifiers.length>0]${later} ~ ImportDeclaration[specifiers.length>0]${earlier}`,
  message: 'Import built-in modules, then packages, then ../ and then ./',
})
const IMPORT_ORDER = [
  before('[source.value=/^node:/]', ':not([source.value=/^node:/])'),
  before('[source.value=/^[^.]/]', '[source.value=/^[.]/]'),
  before('[source.value=/^[.][.]/]', '[source.value=/^[.]\\u002f/]'),
]

/** Globals that exist in one place only. Types of libraries bring those of the DOM and of Node along, so `tsc` finds both anywhere. */
const OF_BROWSERS = [
  'window',
  'document',
  'navigator',
  'localStorage',
  'sessionStorage',
  'location',
  'history',
]
const OF_NODE = ['process', 'Buffer', 'require', 'global', '__dirname']

export default tseslint.config(
  { ignores: ['**/dist/**', '**/*.cjs', '.data/**', 'coverage/**'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { 'check-file': checkFile, n, 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      'no-console': 'error',
      'n/no-extraneous-import': 'error',
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Read the environment in config.ts and pass it down.',
        },
      ],
      'no-restricted-syntax': ['error', DEFAULT_EXPORT, ...IMPORT_ORDER],
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['antd', 'antd/*', '@ant-design/*'],
              message: 'Import from @offquad/ui: one theme, one copy.',
            },
          ],
        },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      'check-file/filename-naming-convention': [
        'error',
        { '**/*.{ts,tsx}': 'KEBAB_CASE' },
        { ignoreMiddleExtensions: true },
      ],
    },
  },
  {
    files: ['svc-*/src/**/*.repository.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        DEFAULT_EXPORT,
        ...IMPORT_ORDER,
        {
          selector:
            "Property[key.name=/^\\$[gl]te?$/] > NewExpression[callee.name='Date'][arguments.length=0], CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message: 'A time that decides something is an argument: use cases have the clock.',
        },
      ],
    },
  },
  { files: ['packages/ui/**'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['**/config.ts', '**/*.config.{ts,mjs}', 'e2e/**', 'bench/**', 'tools/compatibility/**'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: {
      parserOptions: { project: path.resolve('tsconfig.json') },
    },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
    },
  },
  {
    files: ['{gateway,svc-*,packages/service-kit,packages/renderer}/src/**/*.ts'],
    rules: { 'no-restricted-globals': ['error', ...OF_BROWSERS] },
  },
  {
    files: ['{shell,mfe-*,packages/ui,packages/web-kit}/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}', '**/testing/**'],
    rules: { 'no-restricted-globals': ['error', ...OF_NODE] },
  },
  { files: ['**/*.config.{ts,js,mjs}'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['**/*.test.{ts,tsx}', '**/test/**', '**/testing/**', '**/jest-*.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  { files: ['**/jest-*.ts'], rules: { 'no-restricted-syntax': 'off' } },
)
