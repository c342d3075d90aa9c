import './landlord.css'
import { type Landlord } from '@offquad/contracts'
import { countText } from '@offquad/web-kit'
import { type ReactNode } from 'react'
import { ContactLink } from './contact-link'

/** What is known about a landlord; below it whatever the page adds. */
export function LandlordCard({ landlord, children }: { landlord: Landlord; children?: ReactNode }) {
  const { address, contact, properties } = landlord
  return (
    <section className="browse-landlord" aria-labelledby="landlord">
      <h2 id="landlord">Landlord information</h2>
      <dl>
        <dt>Contact</dt>
        <dd>
          <ContactLink contact={contact} />
        </dd>
        <dt>Address</dt>
        <dd>{address ?? 'Not listed'}</dd>
        <dt>Properties</dt>
        <dd>{countText(properties.length, 'building')}</dd>
      </dl>
      {children}
    </section>
  )
}
