import { type University } from '@offquad/contracts'

/**
 * Whether the university manages the account. The address does not prove it: anyone who once received mail at an address
 * can create a Google account with it.
 */
export function isUniversityAccount(
  { hostedDomain }: { hostedDomain: string | null },
  { emailDomain, workspaceDomain = emailDomain }: Pick<University, 'emailDomain' | 'workspaceDomain'>,
): boolean {
  return workspaceDomain === null || hostedDomain === workspaceDomain.toLowerCase()
}

/** Whether an address is at exactly the university's domain, not at a subdomain or one that merely contains it. */
export function isUniversityEmail(email: string, domain: string): boolean {
  const [name, host, ...rest] = email.toLowerCase().split('@')
  return Boolean(name) && host === domain.toLowerCase() && rest.length === 0
}
