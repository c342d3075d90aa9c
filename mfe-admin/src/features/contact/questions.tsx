import '../../components/admin.css'
import { getContactQuestions, mailtoHref } from '@offquad/contracts'
import { useApi } from '@offquad/web-kit'
import { Section } from '../../components/section'
import { useDecidedIds } from '../../components/undoable-decisions'
import { useContactDecision } from '../../components/use-contact-decision'
import { ContactItem } from './contact-item'

/** What people asked the team, newest first. */
export function Questions() {
  const { data, error, refetch } = useApi(getContactQuestions, { params: { status: 'PENDING' } })
  const decided = useDecidedIds()
  const decide = useContactDecision('question')
  const shown = data?.filter(({ id }) => !decided.has(id))
  return (
    <Section
      title="Contact Questions"
      count={shown?.length}
      failure={error && !data ? { error, onRetry: refetch } : undefined}
    >
      <ul className="admin-list">
        {shown?.map(({ id, name, email, msg, date }) => (
          <ContactItem
            key={id}
            id={id}
            title={name}
            date={date}
            onDecide={(status) => decide(id, name, status)}
          >
            <p>
              <EmailLink address={email} />
            </p>
            <p className="admin-text">{msg}</p>
          </ContactItem>
        ))}
      </ul>
    </Section>
  )
}

/** Plain text where the address holds more than one recipient. */
function EmailLink({ address }: { address: string }) {
  const href = mailtoHref(address)
  return href ? <a href={href}>{address}</a> : address
}
