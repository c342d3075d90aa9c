import { randomBytes } from 'node:crypto'
import { documentSchema, onDuplicateKey, required } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

interface GatewaySecretDocument {
  /** The secret's purpose. */
  _id: string
  /** Base64. */
  secret: string
}

const schema = documentSchema<GatewaySecretDocument>({ _id: required.text, secret: required.text })

const PAGE_KEY = 'page-key'

/**
 * The key with which all gateways sign page tokens. The first gateway creates it; to rotate it, delete the document and restart
 * the gateways.
 */
export async function readPageKey(connection: Connection): Promise<Buffer> {
  const model = connection.model('GatewaySecret', schema, 'secrets')
  const secret = randomBytes(32).toString('base64')
  await onDuplicateKey(model.create({ _id: PAGE_KEY, secret }), () => undefined)
  const stored = await model.findById(PAGE_KEY).orFail().lean()
  return Buffer.from(stored.secret, 'base64')
}
