import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { CHOOSER_PATHS, CHOOSER_SCRIPT, CHOOSER_STYLE, renderChooser, renderError } from './account-chooser'
import { Account, type Accounts, createAccounts, subjectOf } from './accounts'
import { isProduction } from './config'
import { readBody, readQuery, type Reply, type Routes, startHttpServer, toJson } from './http-server'
import { createSigningKeys } from './signing-keys'

export interface DevIdentityOptions {
  /** 0 or absent for a free port. */
  port?: number
  /** Offered in the chooser; any other address gets an account on first use. */
  accounts: Account[]
  /** The client id tokens are issued for. */
  audience: string
  /** Only an example in the chooser: the service that verifies tokens decides which addresses may sign in. */
  emailDomain?: string
}

export interface DevIdentity {
  url: string
  issuer: string
  /** Public keys as PEM by key id, in google-auth-library's format. */
  certsUrl: string
  /** Issues an ID token like the chooser, with optional changes for tests. */
  credentialFor(email: string, changes?: CredentialChanges): Promise<string>
  rotateKeys(): Promise<void>
  /** Number of times that the public keys have been fetched. */
  keyFetches(): number
  close(): Promise<void>
}

interface CredentialChanges {
  name?: string
  nonce?: string
  /** The provider's id of the account; derived from the e-mail address by default. */
  subject?: string
  /** `hd`: the domain of the organization that the account belongs to; null for a personal account. */
  hostedDomain?: string | null
  picture?: string
  emailVerified?: boolean
  audience?: string
  /** Negative for an expired token. */
  expiresInSeconds?: number
}

const TOKEN_SECONDS = 3600
const LOCAL_ORIGIN = /^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?$/
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

/**
 * Starts a fake of Google sign-in on the loopback address, which issues an ID token for any e-mail address.
 * @throws Error under NODE_ENV=production, and when the port is in use
 */
export async function startDevIdentity(options: DevIdentityOptions): Promise<DevIdentity> {
  if (isProduction())
    throw new Error(
      'dev-identity signs anyone in without a password and refuses to start under NODE_ENV=production: set GOOGLE_CLIENT_ID instead',
    )
  const accounts = createAccounts(options.accounts)
  const keys = createSigningKeys()
  let keyFetches = 0
  let issuer = ''

  async function credentialFor(email: string, changes: CredentialChanges = {}): Promise<string> {
    const account = accounts.open(email, changes.name)
    return keys.sign(claimsOf(account, { audience: options.audience, ...changes }, issuer))
  }

  const server = await startHttpServer(
    {
      // Without a cache-control header, verifiers fetch the keys every time and notice a rotation at once.
      'GET /certs': async () => {
        keyFetches += 1
        return toJson(await keys.certificates())
      },
      ...chooserRoutes(options, accounts),
      ...tokenRoutes(credentialFor),
    },
    options.port ?? 0,
  )
  issuer = server.url
  return {
    url: issuer,
    issuer,
    certsUrl: `${issuer}/certs`,
    credentialFor,
    rotateKeys: () => keys.rotate(),
    keyFetches: () => keyFetches,
    close: () => server.close(),
  }
}

function claimsOf(account: Account, changes: CredentialChanges, issuer: string) {
  const { emailVerified = true, expiresInSeconds = TOKEN_SECONDS, audience, nonce } = changes
  const { subject = subjectOf(account), hostedDomain = hostedDomainOf(account) } = changes
  const { picture = account.picture } = changes
  const expiresAt = Math.floor(Date.now() / 1000) + expiresInSeconds
  return {
    iss: issuer,
    aud: audience,
    sub: subject,
    jti: randomUUID(),
    iat: expiresAt - TOKEN_SECONDS,
    exp: expiresAt,
    email: account.email,
    email_verified: emailVerified,
    name: account.name,
    ...(hostedDomain && { hd: hostedDomain }),
    ...(picture && { picture }),
    ...(nonce && { nonce }),
  }
}

const PERSONAL_DOMAINS = new Set(['gmail.com', 'googlemail.com'])

/** As with Google, accounts of organizations have one and personal accounts do not. */
function hostedDomainOf({ email }: Account): string | null {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return PERSONAL_DOMAINS.has(domain) ? null : domain
}

const ChooserQuery = Type.Object({
  client_id: Type.String({ maxLength: 200 }),
  origin: Type.String({ maxLength: 200 }),
  nonce: Type.Optional(Type.String({ maxLength: 200 })),
})

function chooserRoutes({ audience, emailDomain }: DevIdentityOptions, accounts: Accounts): Routes {
  return {
    [`GET ${CHOOSER_PATHS.page}`]: (request) => {
      const { client_id: clientId, origin, nonce } = readQuery(request, ChooserQuery)
      if (clientId !== audience) return toPage(renderError(`There is no client ${clientId}.`), 400)
      if (!LOCAL_ORIGIN.test(origin))
        return toPage(renderError(`${origin} is not a site on this machine.`), 400)
      return toPage(renderChooser({ accounts: accounts.list(), origin, nonce, emailDomain }))
    },
    [`GET ${CHOOSER_PATHS.script}`]: () => ({
      headers: { 'content-type': 'text/javascript' },
      body: CHOOSER_SCRIPT,
    }),
    [`GET ${CHOOSER_PATHS.style}`]: () => ({ headers: { 'content-type': 'text/css' }, body: CHOOSER_STYLE }),
  }
}

const toPage = (html: string, status = 200): Reply => ({
  status,
  headers: {
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
  },
  body: html,
})

const TokenRequest = Type.Object({
  email: Account.properties.email,
  name: Type.Optional(Account.properties.name),
  nonce: Type.Optional(Type.String({ maxLength: 200 })),
  emailVerified: Type.Optional(Type.Boolean({ description: 'false to test how it is handled' })),
  subject: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  hostedDomain: Type.Optional(Type.Union([Type.String({ maxLength: 253 }), Type.Null()])),
  picture: Type.Optional(Type.String({ maxLength: 2048 })),
})

function tokenRoutes(credentialFor: DevIdentity['credentialFor']): Routes {
  return {
    'POST /token': async (request) => {
      const { email, ...changes } = await readBody(request, TokenRequest)
      return toJson({ credential: await credentialFor(email, changes) })
    },
  }
}
