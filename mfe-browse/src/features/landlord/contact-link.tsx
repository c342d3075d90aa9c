import './landlord.css'

/** How to reach a landlord: their site, or that none is known. */
export function ContactLink({ contact }: { contact: string | null }) {
  if (!contact) return <p className="browse-landlord-unknown">No contact is listed.</p>
  return (
    <p>
      <a href={contact} target="_blank" rel="noopener noreferrer nofollow">
        {hostOf(contact)}
      </a>
    </p>
  )
}

function hostOf(contact: string): string {
  return URL.canParse(contact) ? new URL(contact).hostname.replace(/^www\./, '') : contact
}
