/** Whether an address belongs to the university itself: not to a domain that merely contains or ends like its own. */
export function isUniversityEmail(email: string, domain: string): boolean {
  const [name, host, ...rest] = email.toLowerCase().split('@')
  return Boolean(name) && host === domain.toLowerCase() && rest.length === 0
}
