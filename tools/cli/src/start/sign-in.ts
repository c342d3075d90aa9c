import { generateKeyPairSync } from 'node:crypto'
import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { University } from '@offquad/contracts'
import { CommandFailure } from '../command-failure'
import { environment } from '../config'
import { writeWhole } from './write-whole'

/**
 * In development anyone can sign in as anyone, so accounts of Google must not be involved. (bootstrap.mjs rejects
 * NODE_ENV=production before this.)
 * @throws CommandFailure when Google sign-in is configured, with what to do instead
 */
export function throwIfGoogleClient({ GOOGLE_CLIENT_ID }: NodeJS.ProcessEnv): void {
  if (GOOGLE_CLIENT_ID?.endsWith('.apps.googleusercontent.com'))
    throw new CommandFailure(
      'npm start runs Offquad for development, and GOOGLE_CLIENT_ID is a client of Google, whose accounts are real. Unset it to sign in with demo accounts; for production run the images: see docs/operating.md.',
    )
}

/** Settings of svc-users: who has which role until an administrator decides otherwise. */
export const configuredRoles = ({ emailDomain }: Pick<University, 'emailDomain'>): NodeJS.ProcessEnv => ({
  ADMIN_EMAILS: environment().ADMIN_EMAILS || `admin@${emailDomain}`,
  DEVELOPER_EMAILS: environment().DEVELOPER_EMAILS || `developer@${emailDomain}`,
})

/** Creates the key that signs access tokens on the first start; tokens stay valid across restarts. */
export async function ensureSigningKey(dataDir: string): Promise<void> {
  const file = path.join(dataDir, 'keys/access-token.pem')
  const isThere = await stat(file).catch(() => undefined)
  if (isThere) return
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const { privateKey } = generateKeyPairSync('ed25519')
  await writeWhole(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
}
