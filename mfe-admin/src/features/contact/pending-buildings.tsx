import '../../components/admin.css'
import { getPendingBuildings } from '@offquad/contracts'
import { useApi } from '@offquad/web-kit'
import { Link } from 'react-router-dom'
import { PhotoLinks } from '../../components/photo-links'
import { Section } from '../../components/section'
import { useDecidedIds } from '../../components/undoable-decisions'
import { useContactDecision } from '../../components/use-contact-decision'
import { ContactItem } from './contact-item'

/** Apartments people could not find, newest first. */
export function PendingBuildings() {
  const { data, error, refetch } = useApi(getPendingBuildings, { params: { status: 'PENDING' } })
  const decided = useDecidedIds()
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
            id={id}
            title={name}
            date={date}
            onDecide={(status) => decide(id, name, status)}
            action={
              <Link to={`?tab=data&kind=apartments&id=new&from=${id}`}>Create apartment from this</Link>
            }
          >
            <p>{address || <span className="admin-soft">No address given</span>}</p>
            <PhotoLinks photos={photos} of={name} />
          </ContactItem>
        ))}
      </ul>
    </Section>
  )
}
