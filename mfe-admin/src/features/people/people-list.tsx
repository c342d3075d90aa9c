import './people.css'
import { type Person } from '@offquad/contracts'
import { Button, Dialog, showToast } from '@offquad/ui'
import { type ProblemError } from '@offquad/web-kit'
import { useState } from 'react'
import { momentText } from '../../components/moment-text'
import { Section } from '../../components/section'
import { ROLE_NAMES, usePeople, useSetRole } from './use-people'

/** Administrators and developers; a role is revoked after a question. */
export function PeopleList() {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = usePeople()
  const [revoked, setRevoked] = useState<Person>()
  const close = () => setRevoked(undefined)
  return (
    <Section
      title="Administrators and developers"
      count={data?.pages[0]?.total}
      empty="No one has a role yet."
      failure={error && !data ? { error: error as ProblemError, onRetry: refetch } : undefined}
    >
      <ul className="admin-list">
        {data?.pages
          .flatMap((page) => page.items)
          .map((person) => (
            <PersonItem key={person.email} person={person} onRevoke={() => setRevoked(person)} />
          ))}
      </ul>
      {hasNextPage && (
        <p className="admin-pages">
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </p>
      )}
      <Dialog title="Revoke this role?" width={480} isOpen={revoked !== undefined} onClose={close}>
        {revoked && <RevokeForm person={revoked} onDone={close} />}
      </Dialog>
    </Section>
  )
}

interface PersonItemProps {
  person: Person
  onRevoke: () => void
}

function PersonItem({ person, onRevoke }: PersonItemProps) {
  const { email, displayName, role, lastSeenAt, isLastAdministrator } = person
  return (
    <li className="admin-item people-item">
      <header>
        <h3>{displayName ?? email}</h3>
        <span>{ROLE_NAMES[role]}</span>
      </header>
      {displayName !== undefined && <p className="admin-text">{email}</p>}
      <p className="admin-soft">
        {lastSeenAt ? (
          <>
            Last seen <time dateTime={lastSeenAt}>{momentText(lastSeenAt)}</time>
          </>
        ) : (
          'Has not signed in yet'
        )}
      </p>
      <SettingsNote person={person} />
      {isLastAdministrator && (
        <p className="admin-soft">
          The last administrator cannot be revoked. Make another person an administrator first.
        </p>
      )}
      {role !== 'student' && !isLastAdministrator && (
        <p className="admin-actions">
          <Button onClick={onRevoke} aria-label={`Revoke the role of ${displayName ?? email}`}>
            Revoke
          </Button>
        </p>
      )}
    </li>
  )
}

const SETTINGS = { admin: 'ADMIN_EMAILS', developer: 'DEVELOPER_EMAILS', student: '' }

/** Where the settings of the site give a role, and where they and a decision disagree. */
function SettingsNote({ person: { role, configuredRole, decidedAt } }: { person: Person }) {
  if (configuredRole === undefined) return null
  const setting = <code>{SETTINGS[configuredRole]}</code>
  if (!decidedAt) return <p className="admin-soft">By the setting {setting}</p>
  if (role === configuredRole) return <p className="admin-soft">Also named in the setting {setting}</p>
  return (
    <p className="admin-soft">
      {role === 'student' ? 'Revoked here' : 'Decided here'}, although the setting {setting} still names this
      address. Take it out there as well.
    </p>
  )
}

interface RevokeFormProps {
  person: Person
  onDone: () => void
}

function RevokeForm({ person: { email, displayName, role }, onDone }: RevokeFormProps) {
  const setRole = useSetRole()
  async function revoke(): Promise<void> {
    // Closed first: signing in again, where it is needed, has a dialog of its own.
    onDone()
    try {
      await setRole(email, 'student')
      showToast('success', `${displayName ?? email} has no role any more.`)
    } catch (error) {
      showToast('error', (error as Error).message)
    }
  }
  return (
    <div className="people-confirm">
      <p>
        {displayName ?? email} ({email}) will no longer be{' '}
        {role === 'admin' ? 'an administrator' : 'a developer'} and is signed out on all devices within
        seconds.
      </p>
      <Button onClick={onDone}>Keep it</Button>
      <Button type="primary" danger onClick={() => void revoke()}>
        Revoke
      </Button>
    </div>
  )
}
