import { randomUUID } from 'node:crypto'
import { ROLES } from '@offquad/contracts'
import { documentSchema, onDuplicateKey, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection, type QueryFilter } from 'mongoose'
import { type Account, type Profile } from './account'

interface UserDocument extends Omit<Account, 'id'> {
  _id: string
  /** Revision of the last role change that was applied: older changes that arrive late have no effect. */
  roleRevision: number
  /** When tokenVersion was last incremented. Both are stored in one write, so the revocation list is never incomplete. */
  tokensRevokedAt: Date | null
}

const schema = documentSchema<UserDocument>({
  _id: required.text,
  subject: { ...required.text, unique: true },
  email: { ...required.text, unique: true },
  displayName: required.text,
  photoURL: { type: String, default: null },
  role: { ...required.text, enum: ROLES },
  slices: [String],
  roleDecidedAt: { type: Date, default: null },
  roleRevision: { type: Number, default: 0 },
  tokenVersion: { type: Number, default: 0 },
  tokensRevokedAt: { type: Date, default: null },
  createdAt: required.date,
  signedInAt: required.date,
})

schema.index({ role: 1, displayName: 1 })
schema.index({ tokensRevokedAt: 1 }, { sparse: true })

/** The part of a role change that concerns the account. */
interface AccountRole {
  userId: string
  role: Account['role']
  slices: string[]
  endsSessions: boolean
  /** null: the role is configured. */
  decidedAt: Date | null
  revision: number
  date: Date
}

interface Relink {
  subject: string
  /** The address that both subjects have. */
  email: string
  replacedSubject: string
  date: Date
}

const MORE_THAN_STUDENT = ROLES.filter((role) => role !== 'student')

export function createUsersRepository(connection: Connection) {
  const model = connection.model('User', schema, 'users')

  async function findOne(filter: QueryFilter<UserDocument>): Promise<Account | undefined> {
    const document = await model.findOne(filter).lean()
    return document ? fromDocument(document) : undefined
  }

  async function upsert({ subject, email, displayName, photoURL }: Omit<Profile, 'isEmailVerified'>) {
    const signedInAt = new Date()
    const document = await model
      .findOneAndUpdate(
        { subject },
        {
          $set: { email, displayName, photoURL, signedInAt },
          $setOnInsert: { _id: randomUUID(), createdAt: signedInAt, role: 'student' },
        },
        { upsert: true, returnDocument: 'after' },
      )
      .orFail()
      .lean()
    return fromDocument(document)
  }

  return {
    find: (id: string) => findOne({ _id: id }),

    findByEmail: (email: string) => findOne({ email }),

    findBySubject: (subject: string) => findOne({ subject }),

    async listAdministrators(): Promise<Account[]> {
      return (await model.find({ role: 'admin' }).sort({ displayName: 1 }).lean()).map(fromDocument)
    },

    remove: (id: string) => retryOnFailover(() => model.deleteOne({ _id: id })),

    countAdministrators: () => model.countDocuments({ role: 'admin' }),

    /** Everyone with a role above student, and the owners of these addresses, sorted by address. */
    async listPeople(emails: string[]): Promise<Account[]> {
      const documents = await model
        // An explicit list of roles: an index cannot serve $ne.
        .find({ $or: [{ role: { $in: MORE_THAN_STUDENT } }, { email: { $in: emails } }] })
        .sort({ email: 1 })
        .lean()
      return documents.map(fromDocument)
    },

    /**
     * Sets the role of an account; a change that ends sessions revokes its tokens in the same write. A change that is
     * not newer than the last one has no effect.
     */
    applyRole: ({ userId, role, slices, endsSessions, decidedAt, revision, date }: AccountRole) =>
      retryOnFailover(() =>
        model.updateOne(
          { _id: userId, roleRevision: { $lt: revision } },
          {
            $set: {
              role,
              slices,
              roleDecidedAt: decidedAt,
              roleRevision: revision,
              ...(endsSessions && { tokensRevokedAt: date }),
            },
            ...(endsSessions && { $inc: { tokenVersion: 1 } }),
          },
        ),
      ),

    /** Revokes all tokens and sessions issued so far; returns the new version. */
    async raiseTokenVersion(id: string, date: Date): Promise<number | undefined> {
      const raised = await retryOnFailover(() =>
        model
          .findOneAndUpdate(
            // An equal date was stored by an earlier attempt of this call, whose reply was lost.
            { _id: id, tokensRevokedAt: { $ne: date } },
            { $inc: { tokenVersion: 1 }, $set: { tokensRevokedAt: date } },
            { returnDocument: 'after' },
          )
          .lean(),
      )
      return (raised ?? (await model.findById(id, { tokenVersion: 1 }).lean()))?.tokenVersion
    },

    async listRevokedSince(date: Date): Promise<{ userId: string; minVersion: number }[]> {
      const documents = await model.find({ tokensRevokedAt: { $gt: date } }, { tokenVersion: 1 }).lean()
      return (
        documents
          .map(({ _id, tokenVersion }) => ({ userId: _id, minVersion: tokenVersion }))
          // Sorted here: the database would read all users in the order of their ids.
          .sort((a, b) => (a.userId < b.userId ? -1 : 1))
      )
    },

    /**
     * Assigns an account to another subject and revokes its tokens in the same write. Has no effect when the account no longer
     * belongs to the replaced subject or has another address, or the new subject already has an account.
     */
    async relink(id: string, { subject, email, replacedSubject, date }: Relink): Promise<void> {
      const relinking = retryOnFailover(() =>
        model.updateOne(
          { _id: id, subject: replacedSubject, email },
          { $set: { subject, tokensRevokedAt: date }, $inc: { tokenVersion: 1 } },
        ),
      )
      await onDuplicateKey(relinking, () => undefined)
    },

    /**
     * Updates the account of a subject with the provider's current data, or creates it with the role student.
     * @returns undefined when the address belongs to an account of another subject
     */
    async saveProfile(profile: Omit<Profile, 'isEmailVerified'>): Promise<Account | undefined> {
      const save = () => retryOnFailover(() => upsert(profile))
      // If it was created concurrently, the second attempt updates it.
      return onDuplicateKey(save(), () => onDuplicateKey(save(), () => undefined))
    },
  }
}

/** Accounts that were stored before slices existed have none. */
const fromDocument = ({ _id, slices = [], ...account }: UserDocument): Account => ({
  ...account,
  id: _id,
  slices,
})
