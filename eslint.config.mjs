import checkFile from 'eslint-plugin-check-file'
import n from 'eslint-plugin-n'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

export default tseslint.config(
  { ignores: ['**/dist/**', '**/*.cjs', '.data/**'] },
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
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
      ],
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
        { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
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
  { files: ['**/*.config.{ts,js,mjs}'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['**/*.test.{ts,tsx}', '**/test/**', '**/testing/**', '**/jest-*.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  { files: ['**/jest-*.ts'], rules: { 'no-restricted-syntax': 'off' } },
)
