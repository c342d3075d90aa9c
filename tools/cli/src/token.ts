import { type Problem, signInWithGoogle } from '@offquad/contracts'
import { CommandFailure } from './command-failure'
import { dataDirectory } from './config'
import { readRunFile, type RunFile } from './start/run-file'
import { print } from './terminal'

/** Prints an access token of the running development platform for an e-mail address, and nothing else. */
export async function token([email]: string[]): Promise<void> {
  if (!email?.includes('@')) throw new CommandFailure('Usage: npm run -s token -- EMAIL', 2)
  print(await accessTokenFor(email, await readRunFile(dataDirectory())))
}

/**
 * Signs in at the running platform through its stand-in identity provider.
 * @throws CommandFailure with the platform's message when it rejects the sign-in
 */
export async function accessTokenFor(email: string, run: RunFile): Promise<string> {
  if (!run.identityUrl)
    throw new CommandFailure(
      'This platform signs in with Google: tokens cannot be created for it on the command line.',
    )
  const { credential } = await post<{ credential: string }>(`${run.identityUrl}/token`, { email })
  const { accessToken } = await post<{ accessToken: string }>(run.url + signInWithGoogle.path, { credential })
  return accessToken
}

async function post<T>(url: string, body: unknown): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch((error: Error) => {
    throw new CommandFailure(`Offquad cannot be reached (${error.message}): is it still running?`)
  })
  if (response.ok) return (await response.json()) as T
  const problem = (await response.json().catch(() => undefined)) as Partial<Problem> | undefined
  throw new CommandFailure(problem?.detail ?? `The platform responded with ${response.status}.`)
}
