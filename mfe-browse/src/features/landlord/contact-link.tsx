import './landlord.css'
import { contactHref } from '@offquad/contracts'

/** How to reach a landlord: their site, address or telephone, or that none is known. */
export function ContactLink({ contact }: { contact: string | null }) {
  const href = contact === null ? undefined : contactHref(contact)
  if (!href) return <p className="browse-landlord-unknown">No contact is listed.</p>
  return (
    <p>
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {labelOf(href)}
      </a>
    </p>
  )
}

/** The host of a site, the address or number of anything else. */
function labelOf(href: string): string {
  const { hostname, pathname } = new URL(href)
  return hostname ? hostname.replace(/^www\./, '') : decodeURIComponent(pathname)
}
