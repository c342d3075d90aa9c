import { documentSchema, required } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

export interface GatewaySecretDocument {
  /** The secret's purpose. */
  _id: string
  /** Base64. */
  secret: string
}

const schema = documentSchema<GatewaySecretDocument>({
  _id: required.text,
  secret: required.text,
})

export function gatewaySecretModel(connection: Connection) {
  return connection.model('GatewaySecret', schema, 'secrets')
}
