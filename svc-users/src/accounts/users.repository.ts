import { randomUUID } from 'node:crypto'
import { type Role } from '@offquad/contracts'
import { ConflictError, isDuplicateKey } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { type Account, type Profile } from './account'
import { type UserDocument, userModel } from './user.model'

export type UsersRepository = ReturnType<typeof createUsersRepository>

export function createUsersRepository(connection: Connection) {
  const model = userModel(connection)

  async function upsert({ subject, ...profile }: Omit<Profile, 'isEmailVerified'>, granted?: Role) {
    const signedInAt = new Date()
    const found = await model
      .findOneAndUpdate(
        // The university vouches for the address: who now owns it at the provider owns the account.
        { $or: [{ subject }, { email: profile.email }] },
        {
          $set: { subject, ...profile, signedInAt, ...(granted && { role: granted }) },
          $setOnInsert: { _id: randomUUID(), createdAt: signedInAt, ...(!granted && { role: 'student' }) },
        },
        { upsert: true, returnDocument: 'after' },
      )
      .orFail()
      .lean()
    return fromDocument(found)
  }

  return {
    async find(id: string): Promise<Account | undefined> {
      const found = await model.findById(id).lean()
      return found ? fromDocument(found) : undefined
    },

    async findWithDates(
      id: string,
    ): Promise<{ account: Account; createdAt: Date; signedInAt: Date } | undefined> {
      const found = await model.findById(id).lean()
      if (!found) return undefined
      const { createdAt, signedInAt } = found
      return { account: fromDocument(found), createdAt, signedInAt }
    },

    async listAdministrators(): Promise<Account[]> {
      return (await model.find({ role: 'admin' }).sort({ displayName: 1 }).lean()).map(fromDocument)
    },

    async remove(id: string): Promise<void> {
      await model.deleteOne({ _id: id })
    },

    /** The account of a person, created at the first sign-in; `granted` is a role they are given now and keep. */
    async saveProfile(profile: Omit<Profile, 'isEmailVerified'>, granted?: Role): Promise<Account> {
      try {
        return await upsert(profile, granted)
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        // Somebody created it in the same moment: now it is there to be updated.
        return upsert(profile, granted).catch(refuseTakenEmail)
      }
    },
  }
}

/** A person whose address changed at the provider to one that has an account of its own already. */
function refuseTakenEmail(error: unknown): never {
  if (!isDuplicateKey(error)) throw error
  throw new ConflictError('email-taken', 'This email address belongs to another account. Please contact us.')
}

function fromDocument({ _id, subject, email, displayName, photoURL, role }: UserDocument): Account {
  return { id: _id, subject, email, displayName, photoURL, role }
}
