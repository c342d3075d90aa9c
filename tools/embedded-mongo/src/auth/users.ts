import type { ChangeSet } from '../storage/change-set'
import type { Store } from '../storage/store'
import { type Document } from '../values/value'
import { keyOf } from '../values/value-key'
import { createCredentials, type ScramCredentials } from './scram'

export interface RoleGrant {
  role: string
  db: string
}

export interface User {
  /** Database the user is stored under, which clients name as authSource. */
  db: string
  user: string
  credentials: ScramCredentials
  roles: RoleGrant[]
}

const NAMESPACE = 'admin.system.users'

/** Users are documents of admin.system.users, as in MongoDB, so that they are as durable as everything else. */
export function findUser(store: Store, db: string, user: string): User | undefined {
  const document = store.collections.get(NAMESPACE)?.documents.get(keyOf(`${db}.${user}`))
  return document && fromDocument(document)
}

export function listUsers(store: Store, db: string): User[] {
  const documents = [...(store.collections.get(NAMESPACE)?.documents.values() ?? [])]
  return documents.map(fromDocument).filter((user) => user.db === db)
}

export function putUser(changes: ChangeSet, { db, user, credentials, roles }: User): void {
  changes.replace(changes.ensureCollection(NAMESPACE), {
    _id: `${db}.${user}`,
    user,
    db,
    credentials: { 'SCRAM-SHA-256': credentials },
    roles,
  })
}

export function removeUser(changes: ChangeSet, { db, user }: User): void {
  changes.remove(changes.ensureCollection(NAMESPACE), { _id: `${db}.${user}` })
}

/** The first user, who may do everything. */
export const rootUser = ({ user, password }: { user: string; password: string }): User => ({
  db: 'admin',
  user,
  credentials: createCredentials(password),
  roles: [{ role: 'root', db: 'admin' }],
})

function fromDocument(document: Document): User {
  // Only putUser writes this collection.
  const { db, user, credentials, roles } = document as Omit<User, 'credentials'> & {
    credentials: Record<'SCRAM-SHA-256', ScramCredentials>
  } & Document
  return { db, user, credentials: credentials['SCRAM-SHA-256'], roles }
}
