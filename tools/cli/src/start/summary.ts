import type { UnpublishedBuild } from '../build/publish-apps'
import { print } from '../terminal'
import { type RunFile } from './run-file'

interface Summary {
  run: RunFile
  dataDir: string
  accounts: { email: string; name: string }[]
  unpublished: UnpublishedBuild[]
}

/** Prints the URL of the platform and who can sign in. */
export function printSummary({ run, dataDir, accounts, unpublished }: Summary): void {
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
      ...describeUnpublished(unpublished),
    ].join('\n'),
  )
}

/** Which frontends of this folder differ from what is live, and how to publish them. */
export function describeUnpublished(unpublished: UnpublishedBuild[]): string[] {
  const [first] = unpublished
  if (!first) return []
  const width = Math.max(...unpublished.map(({ app }) => app.length))
  return [
    '  Not published: these frontends differ from the versions that are live.',
    ...unpublished.map(({ app, live, built }) => `    ${app.padEnd(width)}  live ${live}  built ${built}`),
    `  Publish one   npm run deploy -w ${first.app}`,
    '  Publish all   npm start -- --publish',
    '',
  ]
}
