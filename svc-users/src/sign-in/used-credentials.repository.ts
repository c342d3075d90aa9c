import { randomUUID } from 'node:crypto'
import { documentSchema, onDuplicateKey, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

export type UsedCredentialsRepository = ReturnType<typeof createUsedCredentialsRepository>

interface UsedCredentialDocument {
  /** Hash of the credential. */
  _id: string
  expiresAt: Date
  /** Id of the sign-in that used it. */
  usedBy: string
}

const schema = documentSchema<UsedCredentialDocument>({
  _id: required.text,
  expiresAt: { ...required.date, index: { expires: 0 } },
  usedBy: required.text,
})

/** Hashes of credentials that have been used to sign in, until they expire. */
export function createUsedCredentialsRepository(connection: Connection) {
  const model = connection.model('UsedCredential', schema, 'used_credentials')

  return {
    /** @returns false when it was already stored; of concurrent calls exactly one returns true */
    async add(hash: string, expiresAt: Date): Promise<boolean> {
      const usedBy = randomUUID()
      return retryOnFailover(() =>
        onDuplicateKey(
          model.create({ _id: hash, expiresAt, usedBy }).then(() => true),
          // True if it was stored by an earlier attempt of this call, whose reply was lost.
          async () => (await model.exists({ _id: hash, usedBy })) !== null,
        ),
      )
    },
  }
}
