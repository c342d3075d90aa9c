import { type Role } from '@offquad/contracts'
import { listOf, type UsersConfig } from '../config'

/** Which roles the settings of the site give, by address. Of an address in both lists the greater rights count. */
export const configuredRoles = ({
  ADMIN_EMAILS,
  DEVELOPER_EMAILS,
}: Pick<UsersConfig, 'ADMIN_EMAILS' | 'DEVELOPER_EMAILS'>): Map<string, Role> =>
  new Map([
    ...listOf(DEVELOPER_EMAILS.toLowerCase()).map((email) => [email, 'developer'] as const),
    ...listOf(ADMIN_EMAILS.toLowerCase()).map((email) => [email, 'admin'] as const),
  ])
