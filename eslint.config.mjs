import checkFile from 'eslint-plugin-check-file'
import n from 'eslint-plugin-n'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

const length = (max) => ['error', { max, skipBlankLines: true, skipComments: true }]

export default tseslint.config(
  { ignores: ['**/dist/**', '**/*.cjs', '.data/**'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { 'check-file': checkFile, n, 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      'max-lines': length(200),
      'max-lines-per-function': length(50),
      'max-params': ['error', 3],
      complexity: ['error', 10],
      'max-depth': ['error', 3],
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
  // Coordinates read best in a row.
  { files: ['packages/cli/src/demo/pictures/**'], rules: { 'max-params': 'off' } },
  { files: ['packages/ui/**'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['**/config.ts', '**/*.config.{ts,mjs}', 'e2e/**', 'bench/**'],
    rules: { 'no-restricted-properties': 'off' },
  },
  { files: ['**/*.tsx'], rules: { 'max-lines-per-function': length(120) } },
  { files: ['**/*.config.{ts,js,mjs}'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['**/*.test.{ts,tsx}', '**/test/**', '**/testing/**', '**/jest-*.ts'],
    rules: { 'max-lines-per-function': 'off', 'no-restricted-properties': 'off' },
  },
  { files: ['**/jest-*.ts'], rules: { 'no-restricted-syntax': 'off' } },
)
