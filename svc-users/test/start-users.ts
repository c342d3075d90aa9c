import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathOf, signInWithGoogle } from '@offquad/contracts'
import { startDevIdentity } from '@offquad/dev-identity'
import { createLog } from '@offquad/service-kit'
import {
  dropCollections,
  emptyDatabase,
  testSettings,
  untilTokensCanBeChecked,
} from '@offquad/service-kit/testing'
import { buildApp } from '../src/app'
import { type Context, openContext } from '../src/context'
import { outboxesFlushed } from '../src/deliver-outboxes'
import { startCatalogStandIn } from './start-catalog-stand-in'

export type TestUsers = Awaited<ReturnType<typeof startUsers>>

export const AUDIENCE = 'offquad-test'

interface CallOptions {
  method?: string
  token?: string
  cookie?: string
  headers?: Record<string, string>
  body?: object
}

/** The service as main.ts runs it, with dev-identity where Google stands. */
export async function startUsers(
  changes: Partial<Context> = {},
  configured: {
    ADMIN_EMAILS?: string
    DEVELOPER_EMAILS?: string
    MONGODB_DATABASE?: string
    MONGODB_URI?: string
  } = {},
) {
  const catalog = await startCatalogStandIn()
  const identity = await startDevIdentity({ accounts: [], audience: AUDIENCE })
  const keyFile = await writeKey(generateKeyPairSync('ed25519').privateKey)
  const settings = {
    ...testSettings(),
    SVC_CATALOG_URL: catalog.url,
    GOOGLE_CLIENT_ID: AUDIENCE,
    GOOGLE_CERTS_URL: identity.certsUrl,
    GOOGLE_ISSUERS: `someone.test, ${identity.issuer}`,
    ACCESS_TOKEN_PRIVATE_KEY_FILE: keyFile,
    PUBLIC_URL: 'https://offquad.test',
    MAIL_DIR: path.join(path.dirname(keyFile), 'mail'),
    ADMIN_EMAILS: 'Admin@cornell.edu, boss@cornell.edu',
    DEVELOPER_EMAILS: 'dev@cornell.edu, boss@cornell.edu',
    ...configured,
  }
  const clock = { elapsedMs: 0 }
  const context = {
    ...(await openContext(settings, createLog('svc-users', 'silent'))),
    now: () => new Date(Date.now() + clock.elapsedMs),
    ...changes,
  }
  const app = await buildApp(context)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  // The service verifies tokens as the others do, with the keys it publishes itself.
  settings.USERS_URL = url
  await untilTokensCanBeChecked(app)

  const call = async (target: string, options: CallOptions = {}) => {
    const { token, body, cookie, headers } = options
    const response = await fetch(url + target, {
      method: options.method ?? (body ? 'POST' : 'GET'),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(cookie && { cookie }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : undefined, response }
  }
  const present = async (credential: string) => {
    const { status, body } = await call(pathOf(signInWithGoogle), { body: { credential } })
    return { status, body }
  }

  return {
    context,
    /** Tests set how much time has passed since the service was started, beside the real one. */
    clock,
    identity,
    catalog,
    mailDir: settings.MAIL_DIR,
    url,
    call,
    /** Signs in with a credential as it is. */
    present,
    signIn: async (email: string) => present(await identity.credentialFor(email)),
    /** Empties the database and the folder of mails, which is faster than starting again. */
    async reset() {
      await outboxesFlushed(context)
      await emptyDatabase(context.connection)
      await rm(settings.MAIL_DIR, { recursive: true, force: true })
      clock.elapsedMs = 0
    },
    async close() {
      await app.close()
      await dropCollections(context.connection)
      await context.close()
      await identity.close()
      await catalog.close()
      await rm(path.dirname(keyFile), { recursive: true })
    },
  }
}

export async function writeKey(privateKey: KeyObject): Promise<string> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'offquad-key-')), 'access-token.pem')
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return file
}
