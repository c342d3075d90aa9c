import { type Role, ROLES } from '@offquad/contracts'
import { documentSchema, onDuplicateKey, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection, Schema } from 'mongoose'

/**
 * A change of a person's role: decided by an administrator or an operator, configured, or claimed (decided for an address
 * before its owner signed in, and now applied to the account).
 */
export interface RoleChange {
  id: string
  /** Changes are serialized; each has a higher revision than the one before. */
  revision: number
  kind: 'decided' | 'configured' | 'claimed'
  date: Date
  /** Id of an administrator, `command-line` or `configuration`. */
  by: string
  /** Lower case. */
  email: string
  /** null: no user with this address has signed in yet. */
  userId: string | null
  before: Role
  role: Role
  /** An engineer's. */
  slices: string[]
  /** Tokens hold the role and the slices: with another role, or other slices, they are revoked. */
  endsSessions: boolean
}

/** A role that was decided for an address without an account. */
export interface AddressRole {
  email: string
  role: Role
  slices: string[]
  decidedAt: Date
}

/** The single document that serializes all role changes. */
interface RoleChangesDocument {
  _id: string
  /** Revision of the last change that was decided. */
  revision: number
  /** The last change, until it has been carried out completely. */
  pending: RoleChange | null
}

const role = { ...required.text, enum: ROLES }

const roleChangesSchema = documentSchema<RoleChangesDocument>({
  _id: required.text,
  revision: required.number,
  pending: {
    type: new Schema<RoleChange>(
      {
        id: required.text,
        revision: required.number,
        kind: required.text,
        date: required.date,
        by: required.text,
        email: required.text,
        userId: { type: String, default: null },
        before: role,
        role,
        slices: [String],
        endsSessions: required.flag,
      },
      { _id: false, id: false },
    ),
    default: null,
  },
})

interface AddressRoleDocument extends Omit<AddressRole, 'email'> {
  _id: string
  revision: number
  /** Set when the role was revoked or applied to an account; until then the document blocks changes that are applied late. */
  expiresAt: Date | null
}

const addressRoleSchema = documentSchema<AddressRoleDocument>({
  _id: required.text,
  role,
  slices: [String],
  decidedAt: required.date,
  revision: required.number,
  expiresAt: { type: Date, default: null, index: { expires: 0 } },
})

const ID = 'roles'
const KEPT_MS = 60 * 60_000

export function createRoleChangesRepository(connection: Connection) {
  const model = connection.model('RoleChanges', roleChangesSchema, 'role_changes')

  return {
    async state(): Promise<{ revision: number; pending: RoleChange | null }> {
      const document = await model.findById(ID).lean()
      const pending = document?.pending
      if (!pending) return { revision: document?.revision ?? 0, pending: null }
      // A change that an earlier version left behind has neither field; when in doubt, sessions end.
      const { slices = [], endsSessions = true } = pending
      return { revision: document.revision, pending: { ...pending, slices, endsSessions } }
    },

    /** Stores the change as pending, unless another change was stored since the previous revision was read. */
    async begin(change: RoleChange): Promise<boolean> {
      return retryOnFailover(async () => {
        const { matchedCount, upsertedCount } = await onDuplicateKey(
          model.updateOne(
            { _id: ID, revision: change.revision - 1, pending: null },
            { $set: { revision: change.revision, pending: change } },
            { upsert: change.revision === 1 },
          ),
          // Also if this change was stored and the reply was lost: the caller finds it when it decides again.
          () => ({ matchedCount: 0, upsertedCount: 0 }),
        )
        return matchedCount + upsertedCount === 1
      })
    },

    finish: ({ revision }: RoleChange) =>
      retryOnFailover(() => model.updateOne({ _id: ID, revision }, { $set: { pending: null } })),
  }
}

export function createAddressRolesRepository(connection: Connection) {
  const model = connection.model('AddressRole', addressRoleSchema, 'address_roles')
  const current = { expiresAt: null }

  return {
    async find(email: string): Promise<AddressRole | undefined> {
      const document = await model.findOne({ _id: email, ...current }).lean()
      return document ? fromDocument(document) : undefined
    },

    async list(): Promise<AddressRole[]> {
      return (await model.find(current).sort({ _id: 1 }).lean()).map(fromDocument)
    },

    /**
     * Stores a role for the owner of an address, or (`isOver`) lets it expire. A change that is not newer than the stored one
     * has no effect.
     */
    async put(
      { email, ...decision }: AddressRole,
      { revision, isOver }: { revision: number; isOver: boolean },
    ): Promise<void> {
      const expiresAt = isOver ? new Date(decision.decidedAt.getTime() + KEPT_MS) : null
      const storing = retryOnFailover(() =>
        model.updateOne(
          { _id: email, revision: { $lt: revision } },
          { $set: { ...decision, revision, expiresAt } },
          // Nothing to expire if no role was stored.
          { upsert: !isOver },
        ),
      )
      // A duplicate: a newer change is stored.
      await onDuplicateKey(storing, () => undefined)
    },

    /** Keeps a role revoked after the account was deleted, so that a new account with the address does not get it back. */
    async keepRevoked(email: string, decidedAt: Date): Promise<void> {
      await retryOnFailover(() =>
        model.updateOne(
          { _id: email },
          {
            $set: { role: 'student', slices: [], decidedAt, expiresAt: null },
            $setOnInsert: { revision: 0 },
          },
          { upsert: true },
        ),
      )
    },
  }
}

const fromDocument = ({ _id, role, slices = [], decidedAt }: AddressRoleDocument): AddressRole => ({
  email: _id,
  role,
  slices,
  decidedAt,
})
