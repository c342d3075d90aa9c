import '../../components/admin.css'
import { type ContactStatus, getContactQuestions, getPendingBuildings, mailtoHref } from '@offquad/contracts'
import { Button } from '@offquad/ui'
import { queryFailure, useApi } from '@offquad/web-kit'
import { type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router-dom'
import { formatDateTime } from '../../components/format-date-time'
import { PhotoLinks } from '../../components/photo-links'
import { Section } from '../../components/section'
import { useDecidedIds } from '../../components/undoable-decisions'
import { useContactDecision } from '../../components/use-contact-decision'

const useBuildings = () => useApi(getPendingBuildings, { params: { status: 'PENDING' } })
const useQuestions = () => useApi(getContactQuestions, { params: { status: 'PENDING' } })

/** How many apartments and questions wait for the team; undefined until both are known. */
export function useWaitingContacts(): number | undefined {
  const decided = useDecidedIds()
  const [buildings, questions] = [useBuildings().data, useQuestions().data]
  return buildings && questions && [...buildings, ...questions].filter(({ id }) => !decided.has(id)).length
}

/** What students sent to the team: apartments that are missing, and questions; newest first. */
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
        <Link to={`?tab=data&kind=apartments&id=new&from=${id}`}>Add this place</Link>
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
  /** Of the sender, or of the missing apartment. */
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
  const shown = query.data?.filter(({ id }) => !decided.has(id))
  return (
    <Section title={title} count={shown?.length} failure={queryFailure(query)}>
      <ul className="admin-list offquad-stack">
        {shown?.map((item) => (
          <ContactListItem
            key={item.id}
            item={item}
            onDecide={(status) => decide(item.id, item.name, status)}
            action={renderAction?.(item)}
          >
            {children(item)}
          </ContactListItem>
        ))}
      </ul>
    </Section>
  )
}

interface ContactListItemProps {
  item: ContactItem
  onDecide: (status: Exclude<ContactStatus, 'PENDING'>) => void
  action: ReactNode
  children: ReactNode
}

function ContactListItem({
  item: { id, name, date, doubtfulWords },
  onDecide,
  action,
  children,
}: ContactListItemProps) {
  const element = useRef<HTMLLIElement>(null)
  function decide(status: Parameters<typeof onDecide>[0]): void {
    // The item leaves its list: focus the next one, or at the end the previous one.
    const { nextElementSibling: next, previousElementSibling: previous } = element.current ?? {}
    const neighbor = next ?? previous
    if (neighbor instanceof HTMLElement) neighbor.focus()
    onDecide(status)
  }
  return (
    <li ref={element} className="admin-item offquad-panel" tabIndex={-1} data-contact={id}>
      <header>
        <h3 dir="auto">{name}</h3>
        <time dateTime={date}>{formatDateTime(date)}</time>
      </header>
      {children}
      {doubtfulWords && <p className="offquad-notice">Possibly profanity: {doubtfulWords.join(', ')}</p>}
      <p className="admin-actions offquad-cluster">
        <Button type="primary" onClick={() => decide('COMPLETED')}>
          Done
        </Button>
        <Button danger onClick={() => decide('DELETED')}>
          Delete
        </Button>
        {action}
      </p>
    </li>
  )
}
