import { documentSchema, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

/** The chain of refresh tokens that began with one sign-in. Only their hashes are stored. */
export interface StoredSession {
  id: string
  userId: string
  /** Hash of the current secret. */
  secretHash: string
  /** Hash of the secret that it replaced. */
  previousHash: string | null
  /** The current secret is derived from the replaced one with this seed. */
  seed: string | null
  /** The account's token version when the session began: a session with a lower version than the account's is over. */
  tokenVersion: number
  startedAt: Date
  refreshedAt: Date
  expiresAt: Date
}

interface SessionDocument extends Omit<StoredSession, 'id'> {
  _id: string
}

const schema = documentSchema<SessionDocument>({
  _id: required.text,
  userId: { ...required.text, index: true },
  secretHash: required.text,
  previousHash: { type: String, default: null },
  seed: { type: String, default: null },
  tokenVersion: required.number,
  startedAt: required.date,
  refreshedAt: required.date,
  expiresAt: { ...required.date, index: { expires: 0 } },
})

export type SessionsRepository = ReturnType<typeof createSessionsRepository>

/** One refresh: the replaced and the new secret. */
type Rotation = Pick<
  StoredSession,
  'id' | 'secretHash' | 'previousHash' | 'seed' | 'refreshedAt' | 'expiresAt'
>

export function createSessionsRepository(connection: Connection) {
  const model = connection.model('Session', schema, 'sessions')

  return {
    async add({ id, ...session }: StoredSession): Promise<void> {
      await retryOnFailover(() =>
        model.updateOne({ _id: id }, { $setOnInsert: session }, { upsert: true, runValidators: true }),
      )
    },

    async find(id: string): Promise<StoredSession | undefined> {
      const document = await model.findById(id).lean()
      return document ? fromDocument(document) : undefined
    },

    async listOf(userId: string): Promise<StoredSession[]> {
      const documents = await model.find({ userId }).sort({ startedAt: 1 }).lean()
      return documents.map(fromDocument)
    },

    /** Exactly one of concurrent rotations with the same secret succeeds; an ended session stays ended. */
    async rotate({ id, previousHash, ...next }: Rotation): Promise<boolean> {
      return retryOnFailover(async (isRepeated) => {
        // The new secret is unique, so an earlier attempt stored it.
        if (isRepeated && (await model.exists({ _id: id, secretHash: next.secretHash }))) return true
        const { matchedCount } = await model.updateOne(
          { _id: id, secretHash: previousHash },
          { $set: { previousHash, ...next } },
        )
        return matchedCount === 1
      })
    },

    /** When each of these users last refreshed a session. */
    async lastSeen(userIds: string[]): Promise<Map<string, Date>> {
      const documents = await model
        .find({ userId: { $in: userIds } }, { userId: 1, refreshedAt: 1 })
        .sort({ refreshedAt: 1 })
        .lean()
      return new Map(documents.map(({ userId, refreshedAt }) => [userId, refreshedAt]))
    },

    end: (id: string) => retryOnFailover(() => model.deleteOne({ _id: id })),

    /** Ends the sessions that began before the account's tokens got this version. */
    endBefore: (userId: string, tokenVersion: number) =>
      retryOnFailover(() => model.deleteMany({ userId, tokenVersion: { $lt: tokenVersion } })),

    endAllOf: (userId: string) => retryOnFailover(() => model.deleteMany({ userId })),
  }
}

const fromDocument = ({ _id, ...session }: SessionDocument): StoredSession => ({ id: _id, ...session })
