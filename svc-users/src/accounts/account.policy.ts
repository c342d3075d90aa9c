import { type University } from '@offquad/contracts'

/**
 * Whether the account is one of the university's own. An address alone does not prove that: people can make accounts of
 * their own with any address they read once.
 */
export function isUniversityAccount(
  { hostedDomain }: { hostedDomain: string | null },
  { emailDomain, workspaceDomain = emailDomain }: Pick<University, 'emailDomain' | 'workspaceDomain'>,
): boolean {
  return workspaceDomain === null || hostedDomain === workspaceDomain.toLowerCase()
}

/** Whether an address belongs to the university itself: not to a domain that merely contains or ends like its own. */
export function isUniversityEmail(email: string, domain: string): boolean {
  const [name, host, ...rest] = email.toLowerCase().split('@')
  return Boolean(name) && host === domain.toLowerCase() && rest.length === 0
}
