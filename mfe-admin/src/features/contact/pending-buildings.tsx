import '../../components/admin.css'
import { getPendingBuildings, photoUrl } from '@offquad/contracts'
import { Photo } from '@offquad/ui'
import { useApi } from '@offquad/web-kit'
import { Link } from 'react-router-dom'
import { Section } from '../../components/section'
import { useWaitingDecisions } from '../../components/waiting-decisions'
import { useContactDecision } from '../../components/use-contact-decision'
import { ContactItem } from './contact-item'

/** Apartments people could not find, newest first. */
export function PendingBuildings() {
  const { data, error, refetch } = useApi(getPendingBuildings, { params: { status: 'PENDING' } })
  const decided = new Set(useWaitingDecisions().map(({ id }) => id))
  const decide = useContactDecision('building')
  const shown = data?.filter(({ id }) => !decided.has(id))
  return (
    <Section
      title="Pending “Can’t Find Your Apartment” Data"
      count={shown?.length}
      failure={error && !data ? { error, onRetry: refetch } : undefined}
    >
      <ul className="admin-list">
        {shown?.map(({ id, name, address, date, photos }) => (
          <ContactItem
            key={id}
            title={name}
            date={date}
            onDecide={(status) => decide(id, name, status)}
            action={
              <Link to={`?tab=data&kind=apartments&id=new&from=${id}`}>Create apartment from this</Link>
            }
          >
            <p>{address || <span className="admin-soft">No address given</span>}</p>
            {photos.length > 0 && (
              <div className="admin-photos">
                {photos.map((url, index) => (
                  <a key={url} href={photoUrl(url, 'full')} target="_blank" rel="noreferrer">
                    <Photo src={photoUrl(url, 'card')} alt={`Picture ${index + 1} of ${name}`} seed={url} />
                  </a>
                ))}
              </div>
            )}
          </ContactItem>
        ))}
      </ul>
    </Section>
  )
}
