import { connectMongo, ensureIndexes, loadUniversity } from '@offquad/service-kit'
import { type FastifyBaseLogger } from 'fastify'
import { createAccessTokens, readPrivateKey } from './accounts/access-tokens'
import { createCredentialVerifier } from './accounts/verify-credential'
import { createSessionsRepository } from './accounts/sessions.repository'
import { createUsersRepository } from './accounts/users.repository'
import { createCatalog } from './catalog'
import { type UsersConfig } from './config'
import { createFrequentQuestionsRepository } from './frequent-questions/frequent-questions.repository'
import { createSavedItemsRepository } from './saved/saved-items.repository'

export type Context = Awaited<ReturnType<typeof openContext>>

export async function openContext(config: UsersConfig, log: FastifyBaseLogger) {
  const university = loadUniversity(config.UNIVERSITY_FILE)
  const tokens = openAccessTokens(config)
  const connection = await connectMongo(config.MONGODB_URI, config.MONGODB_DATABASE)
  const users = createUsersRepository(connection)
  const sessions = createSessionsRepository(connection)
  const savedItems = createSavedItemsRepository(connection)
  const frequentQuestions = createFrequentQuestionsRepository(connection)
  await ensureIndexes(connection)
  return {
    config,
    log,
    connection,
    university,
    tokens,
    users,
    sessions,
    now: () => new Date(),
    savedItems,
    frequentQuestions,
    catalog: createCatalog(config.SVC_CATALOG_URL, log),
    adminEmails: new Set(listOf(config.ADMIN_EMAILS.toLowerCase())),
    verifyCredential: createCredentialVerifier({
      audience: config.GOOGLE_CLIENT_ID,
      certsUrl: config.GOOGLE_CERTS_URL,
      issuers: listOf(config.GOOGLE_ISSUERS),
    }),
    close: () => connection.close(),
  }
}

const listOf = (commaList: string): string[] =>
  commaList
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

function openAccessTokens(config: UsersConfig) {
  const { ACCESS_TOKEN_PRIVATE_KEY_FILE: file, ACCESS_TOKEN_PREVIOUS_KEY_FILE: previousFile } = config
  return createAccessTokens(
    readPrivateKey('ACCESS_TOKEN_PRIVATE_KEY_FILE', file),
    { issuer: config.TOKEN_ISSUER, audience: config.TOKEN_AUDIENCE },
    previousFile ? readPrivateKey('ACCESS_TOKEN_PREVIOUS_KEY_FILE', previousFile) : undefined,
  )
}
