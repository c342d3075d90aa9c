import { randomBytes } from 'node:crypto'
import { isDuplicateKey } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { gatewaySecretModel } from './gateway-secret.model'

const PAGE_KEY = 'page-key'
const RETRY_AFTER_MS = 5_000

/**
 * Stores the key with which all gateways sign page tokens. The first gateway creates it; to rotate it, delete the document
 * and restart the gateways.
 */
export function createGatewaySecretsRepository(connection: Connection) {
  const model = gatewaySecretModel(connection)
  let key: Buffer | undefined
  let retryAt = 0

  async function readOrCreate(): Promise<Buffer> {
    const secret = randomBytes(32).toString('base64')
    await model.create({ _id: PAGE_KEY, secret }).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error
    })
    const found = await model.findById(PAGE_KEY).lean()
    if (!found) throw new Error('the key for page tokens was deleted while it was being read')
    return Buffer.from(found.secret, 'base64')
  }

  return {
    /** The key, once it has been read from the database; until then a call every five seconds retries. */
    pageKey(): Buffer | undefined {
      if (!key && Date.now() >= retryAt) {
        retryAt = Date.now() + RETRY_AFTER_MS
        readOrCreate().then(
          (found) => void (key = found),
          () => undefined,
        )
      }
      return key
    },
  }
}

export type GatewaySecretsRepository = ReturnType<typeof createGatewaySecretsRepository>
