import { connectMongo, ensureIndexes, loadUniversity, openMessaging } from '@offquad/service-kit'
import { type FastifyBaseLogger } from 'fastify'
import { createCatalog } from './catalog-client'
import { configuredRoles, listOf, type UsersConfig } from './config'
import { createMailer } from './mail/mailer'
import { collectAccount, erasersOf } from './personal-data'
import { openRepositories } from './repositories'
import { createAccessTokens, readPrivateKey } from './sessions/access-tokens'
import { createCredentialVerifier } from './sign-in/verify-credential'

export type Context = Awaited<ReturnType<typeof openContext>>

export async function openContext(config: UsersConfig, log: FastifyBaseLogger) {
  const university = loadUniversity(config.UNIVERSITY_FILE)
  if (university.workspaceDomain === null)
    log.warn(
      `${university.name} has no Google Workspace (workspaceDomain is null): any Google account with a verified @${university.emailDomain} address can sign in`,
    )
  const tokens = openAccessTokens(config)
  const connection = await connectMongo(config.MONGODB_URI, config.MONGODB_DATABASE)
  const repositories = openRepositories(connection)
  const configured = configuredRoles(config)
  await ensureIndexes(connection)
  const messaging = openMessaging(config, 'svc-users', log, connection)
  return {
    config,
    log,
    connection,
    university,
    tokens,
    ...repositories,
    collectAccount: (userId: string) => collectAccount(repositories, userId),
    erasers: erasersOf(repositories, configured, messaging.events),
    ...messaging,
    now: () => new Date(),
    catalog: createCatalog(config.SVC_CATALOG_URL, log),
    sendMail: openMailer(config, university.productName, log),
    configuredRoles: configured,
    verifyCredential: createCredentialVerifier({
      audience: config.GOOGLE_CLIENT_ID,
      certsUrl: config.GOOGLE_CERTS_URL,
      issuers: listOf(config.GOOGLE_ISSUERS),
    }),
  }
}

function openAccessTokens(config: UsersConfig) {
  const privateKey = readPrivateKey('ACCESS_TOKEN_PRIVATE_KEY_FILE', config.ACCESS_TOKEN_PRIVATE_KEY_FILE)
  const otherKey = (setting: 'ACCESS_TOKEN_PREVIOUS_KEY_FILE' | 'ACCESS_TOKEN_NEXT_KEY_FILE') => {
    const file = config[setting]
    return file ? readPrivateKey(setting, file) : undefined
  }
  return createAccessTokens(
    privateKey,
    { issuer: config.TOKEN_ISSUER, audience: config.TOKEN_AUDIENCE },
    {
      previous: otherKey('ACCESS_TOKEN_PREVIOUS_KEY_FILE'),
      next: otherKey('ACCESS_TOKEN_NEXT_KEY_FILE'),
    },
  )
}

function openMailer(
  { MAIL_FROM, PUBLIC_URL, ...settings }: UsersConfig,
  name: string,
  log: FastifyBaseLogger,
) {
  const address = MAIL_FROM ?? `no-reply@${new URL(PUBLIC_URL).hostname}`
  return createMailer({ ...settings, from: { name, address }, log })
}
