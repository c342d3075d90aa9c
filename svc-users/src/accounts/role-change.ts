import { type Role } from '@offquad/contracts'

/** Who changes a role without being an administrator of the site. */
export const COMMAND_LINE = 'command-line'
export const CONFIGURATION = 'configuration'

/**
 * A role of a person that changes: decided by somebody, given by the settings of the site, or decided for an address
 * before its owner signed in and now becoming the account's.
 */
export interface RoleChange {
  id: string
  /** Changes are made one after the other; each has a higher revision. */
  revision: number
  kind: 'decided' | 'configured' | 'claimed'
  date: Date
  /** Id of an administrator, or one of the constants above. */
  by: string
  /** Lower case. */
  email: string
  /** null: no user with this address has signed in yet. */
  userId: string | null
  before: Role
  role: Role
}

/** A role that was decided for an address without an account. */
export interface AddressRole {
  email: string
  role: Role
  decidedAt: Date
  by: string
}
