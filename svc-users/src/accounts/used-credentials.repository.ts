import { randomUUID } from 'node:crypto'
import { isDuplicateKey, retryOnFailover } from '@offquad/service-kit'
import { type Connection, Schema } from 'mongoose'

export type UsedCredentialsRepository = ReturnType<typeof createUsedCredentialsRepository>

interface UsedCredentialDocument {
  /** Hash of the credential. */
  _id: string
  expiresAt: Date
  /** The sign-in that used it; absent in documents of before there was a difference. */
  usedBy?: string
}

const schema = new Schema<UsedCredentialDocument>(
  {
    _id: { type: String, required: true },
    expiresAt: { type: Date, required: true, index: { expires: 0 } },
    usedBy: String,
  },
  { versionKey: false, strict: 'throw' },
)

/** Hashes of credentials that were used to sign in, until they expire. */
export function createUsedCredentialsRepository(connection: Connection) {
  const model = connection.model('UsedCredential', schema, 'used_credentials')

  return {
    /** @returns false when it was added before; of concurrent calls exactly one gets true */
    async add(hash: string, expiresAt: Date): Promise<boolean> {
      const usedBy = randomUUID()
      return retryOnFailover(async () => {
        try {
          await model.create({ _id: hash, expiresAt, usedBy })
          return true
        } catch (error) {
          if (!isDuplicateKey(error)) throw error
          // By an attempt of this very sign-in, of which no reply came.
          return (await model.exists({ _id: hash, usedBy })) !== null
        }
      })
    },
  }
}
