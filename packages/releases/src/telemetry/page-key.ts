import { randomBytes } from 'node:crypto'
import { documentSchema, isDuplicateKey, required } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

interface GatewaySecretDocument {
  /** The secret's purpose. */
  _id: string
  /** Base64. */
  secret: string
}

const schema = documentSchema<GatewaySecretDocument>({ _id: required.text, secret: required.text })

const PAGE_KEY = 'page-key'
const RETRY_AFTER_MS = 5_000

/**
 * Stores the key with which all gateways sign page tokens. The first gateway creates it; to rotate it, delete the document
 * and restart the gateways.
 */
export function createGatewaySecretsRepository(connection: Connection) {
  const model = connection.model('GatewaySecret', schema, 'secrets')
  let key: Buffer | undefined
  let retryAt = 0

  async function readOrCreate(): Promise<void> {
    const secret = randomBytes(32).toString('base64')
    await model.create({ _id: PAGE_KEY, secret }).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error
    })
    const found = await model.findById(PAGE_KEY).lean()
    key = found ? Buffer.from(found.secret, 'base64') : undefined
  }

  return {
    /** The key, once it has been read from the database; until then a call every five seconds retries. */
    pageKey(): Buffer | undefined {
      if (!key && Date.now() >= retryAt) {
        retryAt = Date.now() + RETRY_AFTER_MS
        readOrCreate().catch(() => undefined)
      }
      return key
    },
  }
}
