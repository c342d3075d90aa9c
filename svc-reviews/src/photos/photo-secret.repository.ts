import { randomBytes } from 'node:crypto'
import { retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

/** The secret that signs URLs of photos; the same in every process. */
export async function openPhotoSecret(connection: Connection): Promise<string> {
  const secrets = connection.collection<{ _id: string; secret: string }>('photoSecrets')
  const _id = 'addresses'
  await retryOnFailover(() =>
    secrets.updateOne(
      { _id },
      { $setOnInsert: { secret: randomBytes(32).toString('base64') } },
      { upsert: true },
    ),
  )
  const stored = await secrets.findOne({ _id })
  if (!stored) throw new Error('the secret of photo addresses is missing')
  return stored.secret
}
