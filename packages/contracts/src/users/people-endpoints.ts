import { type Static, Type } from 'typebox'
import { auditLog } from '../audit-log'
import { endpoint } from '../endpoint'
import { Id, Nullable, pageCursor, pageOf, StrictObject, Timestamp } from '../shapes'
import { PublishedApp } from '../remotes'
import { Role } from './endpoints'

/** The slices of an engineer; other people have none. */
const Slices = Type.Array(PublishedApp.properties.app, { maxItems: 20 })

/** The problem code of a call that requires a recent sign-in: sign in again and repeat the call. */
export const RECENT_SIGN_IN_REQUIRED = 'recent-sign-in-required'

const Email = Type.String({ minLength: 3, maxLength: 254, description: 'In any case' })

/** A person who has, or had, more rights than a student. */
export const Person = Type.Object({
  userId: Type.Optional({ ...Id, description: 'Absent for an address that has not signed in yet' }),
  email: Type.String(),
  displayName: Type.Optional(Type.String()),
  role: Role,
  slices: Type.Optional(Slices),
  lastSeenAt: Type.Optional({
    ...Timestamp,
    description: 'When a session of the person was last used; absent before the first sign-in',
  }),
  decidedAt: Type.Optional({
    ...Timestamp,
    description: 'When the role was granted or revoked here; absent where the settings of the site give it',
  }),
  configuredRole: Type.Optional({
    ...Role,
    description:
      'The role that ADMIN_EMAILS or DEVELOPER_EMAILS grant. A role decided here takes precedence.',
  }),
  isLastAdministrator: Type.Boolean({ description: 'The role cannot be taken from this person' }),
})
export type Person = Static<typeof Person>

export const getPeople = endpoint('GET /api/people', {
  summary:
    'Administrators, engineers and developers by e-mail address, including those that have not signed in yet, and those whose role was revoked although the settings grant it.',
  access: 'admin',
  query: StrictObject({
    role: Type.Optional(Role),
    cursor: pageCursor({ minLength: 1, maxLength: 512 }),
  }),
  reply: pageOf(Person),
})

export const setRole = endpoint('PUT /api/people/role', {
  touches: [],
  summary:
    'Grants a role to the owner of an address, who may not have signed in yet, or takes it ("student"): they are signed out everywhere. Needs a sign-in of the last five minutes. Idempotent.',
  access: 'admin',
  body: StrictObject({ email: Email, role: Role, slices: Type.Optional(Slices) }),
  reply: Person,
})

/** An entry of the append-only log of changes to accounts and roles. */
export const PeopleChange = Type.Object({
  id: Id,
  date: Timestamp,
  adminId: Type.String({
    description: 'Who did it: the id of an administrator, "command-line", or "configuration"',
  }),
  action: Type.String({ description: '"role-granted" or "role-revoked"; newer versions may have more' }),
  userId: Nullable(
    Type.String({ description: 'Whose account it is about; null before their first sign-in' }),
  ),
  email: Nullable(Type.String({ description: 'null when the account has been deleted since' })),
  role: Nullable(
    Type.String({ description: 'The role that was granted or revoked; "engineer of shell, mfe-browse"' }),
  ),
})
export type PeopleChange = Static<typeof PeopleChange>

export const getPeopleLog = endpoint('GET /api/admin/people-log', {
  ...auditLog(PeopleChange),
  summary: 'A page of the changes to accounts and roles, newest first, and the number of all.',
})

export const Administrator = Type.Object({ id: Id, displayName: Type.String() })
export type Administrator = Static<typeof Administrator>

export const getAdministrators = endpoint('GET /api/admin/administrators', {
  summary: 'All administrators by name, to resolve the ids in logs.',
  access: 'admin',
  reply: Type.Array(Administrator),
})
