import '../../components/admin.css'
import { getContactQuestions, getPendingBuildings, mailtoHref } from '@offquad/contracts'
import { Button } from '@offquad/ui'
import { queryFailure, useApi } from '@offquad/web-kit'
import { type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatDateTime } from '../../components/format-date-time'
import { PhotoLinks } from '../../components/photo-links'
import { Section } from '../../components/section'
import { useDecidedIds } from '../../components/undoable-decisions'
import { useContactDecision } from '../../components/use-contact-decision'
import { useFocusNeighbor } from '../../components/use-focus-neighbor'

const useBuildings = () => useApi(getPendingBuildings, { params: { status: 'PENDING' } })
const useQuestions = () => useApi(getContactQuestions, { params: { status: 'PENDING' } })

/** The number of apartments and questions that wait for the team; undefined until both are known. */
export function useWaitingContacts(): number | undefined {
  const decided = useDecidedIds()
  const [buildings, questions] = [useBuildings().data, useQuestions().data]
  return buildings && questions && [...buildings, ...questions].filter(({ id }) => !decided.has(id)).length
}

/** Students' messages to the team: missing apartments and questions, newest first. */
export function ContactTab() {
  return (
    <>
      <PendingBuildings />
      <Questions />
    </>
  )
}

function PendingBuildings() {
  return (
    <ContactSection
      title="Pending “Can’t Find Your Apartment” Data"
      kind="building"
      query={useBuildings()}
      renderAction={({ id }) => (
        <Link className="offquad-outline-button" to={`?tab=data&kind=apartments&id=new&from=${id}`}>
          Add this place
        </Link>
      )}
    >
      {({ name, address, photos }) => (
        <>
          <p dir="auto">{address || <span className="offquad-soft">No address given</span>}</p>
          <PhotoLinks photos={photos} of={name} />
        </>
      )}
    </ContactSection>
  )
}

function Questions() {
  return (
    <ContactSection title="Contact Questions" kind="question" query={useQuestions()}>
      {({ email, msg }) => (
        <>
          <p>
            <EmailLink email={email} />
          </p>
          <p className="admin-text" dir="auto">
            {msg}
          </p>
        </>
      )}
    </ContactSection>
  )
}

/** Plain text if the value contains more than one recipient. */
function EmailLink({ email }: { email: string }) {
  const href = mailtoHref(email)
  return href ? <a href={href}>{email}</a> : email
}

interface ContactItem {
  id: string
  /** Name of the sender, or of the missing apartment. */
  name: string
  /** When it was sent, ISO 8601. */
  date: string
  doubtfulWords?: string[]
}

interface ContactSectionProps<Item> {
  title: string
  kind: Parameters<typeof useContactDecision>[0]
  query: UseQueryResult<Item[]>
  renderAction?: (item: Item) => ReactNode
  children: (item: Item) => ReactNode
}

function ContactSection<Item extends ContactItem>({
  title,
  kind,
  query,
  renderAction,
  children,
}: ContactSectionProps<Item>) {
  const decided = useDecidedIds()
  const decide = useContactDecision(kind)
  const onFocus = useFocusNeighbor()
  const shown = query.data?.filter(({ id }) => !decided.has(id))

  return (
    <Section title={title} count={shown?.length} failure={queryFailure(query)}>
      <ul className="admin-list offquad-stack" onFocus={onFocus}>
        {shown?.map((item) => (
          <li key={item.id} className="admin-item offquad-panel" tabIndex={-1} data-contact={item.id}>
            <header>
              <h3 dir="auto">{item.name}</h3>
              <time dateTime={item.date}>{formatDateTime(item.date)}</time>
            </header>
            {children(item)}
            {item.doubtfulWords && (
              <p className="offquad-notice">Possibly profanity: {item.doubtfulWords.join(', ')}</p>
            )}
            <p className="admin-actions offquad-cluster offquad-tight">
              <Button type="primary" onClick={() => decide(item.id, item.name, 'COMPLETED')}>
                Done
              </Button>
              <Button danger onClick={() => decide(item.id, item.name, 'DELETED')}>
                Delete
              </Button>
              {renderAction?.(item)}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
