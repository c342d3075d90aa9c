import type { ChangeSet } from '../storage/change-set'
import type { Store } from '../storage/store'
import type { Document } from '../values/value'
import { keyOf } from '../values/value-key'
import type { ScramCredentials } from './scram'

export interface User {
  /** Database the user is stored under, which clients name as authSource. */
  db: string
  user: string
  credentials: ScramCredentials
  /** Stored for drivers only: every user may do everything here. */
  roles: unknown[]
}

const NAMESPACE = 'admin.system.users'

/** Users are documents of admin.system.users, as in MongoDB, so that they are as durable as everything else. */
export function findUser({ collections }: Store, db: string, user: string): User | undefined {
  const document: Document | undefined = collections
    .get(NAMESPACE)
    ?.records.get(keyOf(`${db}.${user}`))?.document
  // Only putUser writes this collection.
  return document as (User & Document) | undefined
}

export function putUser(changes: ChangeSet, user: User): void {
  changes.put(changes.ensureCollection(NAMESPACE), { _id: `${user.db}.${user.user}`, ...user })
}

export function removeUser(changes: ChangeSet, { db, user }: User): void {
  changes.remove(changes.ensureCollection(NAMESPACE), { _id: `${db}.${user}` })
}
