import { type University } from '@offquad/contracts'
import { environment } from '../config'

interface DemoAccount {
  email: string
  name: string
}

/** Who can sign in to a development platform with one click; any other address of the university works too. */
export function demoAccounts(emailDomain: string): DemoAccount[] {
  return [
    { email: `maya.lindqvist@${emailDomain}`, name: 'Maya Lindqvist' },
    { email: `theo.okafor@${emailDomain}`, name: 'Theo Okafor' },
    { email: `priya.raman@${emailDomain}`, name: 'Priya Raman' },
    { email: `admin@${emailDomain}`, name: 'Admin' },
  ]
}

/** What svc-users is told of who has which role, until somebody decides otherwise. */
export const configuredRoles = ({ emailDomain }: Pick<University, 'emailDomain'>): NodeJS.ProcessEnv => ({
  ADMIN_EMAILS: environment().ADMIN_EMAILS || `admin@${emailDomain}`,
  DEVELOPER_EMAILS: environment().DEVELOPER_EMAILS || `developer@${emailDomain}`,
})
