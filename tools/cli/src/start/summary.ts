import { print } from '../terminal'
import type { DifferingBuild } from './build-and-deploy'
import { type RunFile } from './run-file'

interface Summary {
  run: RunFile
  dataDir: string
  accounts: { email: string; name: string }[]
  differing: DifferingBuild[]
}

/** Prints the URL of the platform and who can sign in. */
export function printSummary({ run, dataDir, accounts, differing }: Summary): void {
  const signIn = run.identityUrl
    ? [
        '  Demo accounts: Sign in, Continue with Google, choose one; no password',
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
      ...describeDiffering(differing),
    ].join('\n'),
  )
}

/** Lists frontends of this folder that differ from the live versions, and how to publish them. */
function describeDiffering(differing: DifferingBuild[]): string[] {
  const [first] = differing
  if (!first) return []
  const width = Math.max(...differing.map(({ app }) => app.length))
  return [
    '  Not published: these frontends differ from the versions that are live.',
    ...differing.map(({ app, live, built }) => `    ${app.padEnd(width)}  live ${live}  built ${built}`),
    `  Publish one   npm run deploy -w ${first.app}`,
    '  Publish all   npm start -- --publish',
    '',
  ]
}
