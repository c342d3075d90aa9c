import { type University } from '@offquad/contracts'
import { environment } from '../config'

/** Settings of svc-users: who has which role until an administrator decides otherwise. */
export const configuredRoles = ({ emailDomain }: Pick<University, 'emailDomain'>): NodeJS.ProcessEnv => ({
  ADMIN_EMAILS: environment().ADMIN_EMAILS || `admin@${emailDomain}`,
  DEVELOPER_EMAILS: environment().DEVELOPER_EMAILS || `developer@${emailDomain}`,
})
