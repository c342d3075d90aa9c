import { print } from '../terminal'
import { type RunFile } from './run-file'

/** The last thing the start command says. */
export function printSummary(
  run: RunFile,
  dataDir: string,
  accounts: { email: string; name: string }[],
): void {
  const signIn = run.identityUrl
    ? [
        '  Demo accounts',
        ...accounts.map(({ email, name }) => `    ${email}${name === 'Admin' ? '  (administrator)' : ''}`),
      ]
    : ['  Sign in with Google.']
  print(
    [
      '',
      '  Offquad is running',
      '',
      `    ${run.url}`,
      '',
      ...signIn,
      '',
      `  API documentation  ${run.url}/api/docs`,
      `  Data and logs      ${dataDir}`,
      '  Stop               Ctrl-C',
      '',
    ].join('\n'),
  )
}
