import { isDuplicateKey } from '@offquad/service-kit'
import { type Connection, Schema } from 'mongoose'

export type UsedCredentialsRepository = ReturnType<typeof createUsedCredentialsRepository>

interface UsedCredentialDocument {
  /** Hash of the credential. */
  _id: string
  expiresAt: Date
}

const schema = new Schema<UsedCredentialDocument>(
  {
    _id: { type: String, required: true },
    expiresAt: { type: Date, required: true, index: { expires: 0 } },
  },
  { versionKey: false, strict: 'throw' },
)

/** Hashes of credentials that somebody signed in with, until they would no longer verify anyway. */
export function createUsedCredentialsRepository(connection: Connection) {
  const model = connection.model('UsedCredential', schema, 'used_credentials')

  return {
    /** @returns false when it was added before; of many at once exactly one is told true */
    async add(hash: string, expiresAt: Date): Promise<boolean> {
      try {
        await model.create({ _id: hash, expiresAt })
        return true
      } catch (error) {
        if (isDuplicateKey(error)) return false
        throw error
      }
    },
  }
}
