import { type Connection, Schema } from 'mongoose'

export interface GatewaySecretDocument {
  /** The secret's purpose. */
  _id: string
  /** Base64. */
  secret: string
}

const schema = new Schema<GatewaySecretDocument>(
  {
    _id: { type: String, required: true },
    secret: { type: String, required: true },
  },
  { versionKey: false, strict: 'throw' },
)

export function gatewaySecretModel(connection: Connection) {
  return connection.model('GatewaySecret', schema, 'secrets')
}
