import {
  decideWaitingSignIn,
  getPeopleLog,
  getWaitingSignIns,
  type SignInDecision,
  type WaitingSignIn,
} from '@offquad/contracts'
import { Button, Dialog } from '@offquad/ui'
import { api, invalidateReads, queryFailure, useApi, withRecentSignIn } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '../../components/format-date-time'
import { Section } from '../../components/section'
import { Confirmation } from './confirmation'
import { roleName } from './roles'

/** The sign-ins that have waited longest, and the total. */
export const useWaitingSignIns = () => useApi(getWaitingSignIns)

interface Choice {
  waiting: WaitingSignIn
  decision: SignInDecision
}

/** Sign-ins with the address of an account but another Google account. Nothing if none is waiting. */
export function WaitingSignIns() {
  const query = useWaitingSignIns()
  const { data, error } = query
  const [choice, setChoice] = useState<Choice>()
  const close = () => setChoice(undefined)
  if (!choice && (data ? data.total === 0 : !error)) return null
  return (
    <Section title="Sign-ins awaiting approval" count={data?.total} failure={queryFailure(query)}>
      <p className="offquad-soft">
        These people signed in with the address of an existing account but another Google account. Their
        Google account may have been replaced, the university may have given the address to another person, or
        someone may be impersonating them. Check with them before you allow it.
      </p>
      <ul className="admin-list offquad-stack">
        {data?.items.map((waiting) => (
          <WaitingItem
            key={waiting.id}
            waiting={waiting}
            onChoose={(decision) => setChoice({ waiting, decision })}
          />
        ))}
      </ul>
      {data?.next !== undefined && (
        <p className="offquad-soft">
          These {data.items.length} have been waiting longest. Decide on them to see the next ones.
        </p>
      )}
      <Dialog
        title={choice?.decision === 'refused' ? 'Refuse this sign-in?' : 'Allow this sign-in?'}
        width={480}
        isOpen={choice !== undefined}
        onClose={close}
      >
        {choice && <DecisionForm {...choice} onDone={close} />}
      </Dialog>
    </Section>
  )
}

interface WaitingItemProps {
  waiting: WaitingSignIn
  onChoose: (decision: SignInDecision) => void
}

function WaitingItem({ waiting, onChoose }: WaitingItemProps) {
  const { email, displayName, requestedAt, account } = waiting
  return (
    <li className="admin-item offquad-panel">
      <header>
        <h3 dir="auto">{displayName}</h3>
        <span>
          Waiting since <time dateTime={requestedAt}>{formatDateTime(requestedAt)}</time>
        </span>
      </header>
      <p className="admin-text">{email}</p>
      <p className="offquad-soft">
        The account: <bdi>{account.displayName}</bdi>
        {account.role !== 'student' && `, ${roleName(account.role).toLowerCase()}`}, last signed in{' '}
        <time dateTime={account.signedInAt}>{formatDateTime(account.signedInAt)}</time>
      </p>
      <p className="admin-actions offquad-cluster">
        <Button onClick={() => onChoose('allowed')} aria-label={`Allow the sign-in of ${email}`}>
          Allow
        </Button>
        <Button onClick={() => onChoose('refused')} aria-label={`Refuse the sign-in of ${email}`}>
          Refuse
        </Button>
      </p>
    </li>
  )
}

interface DecisionFormProps extends Choice {
  onDone: () => void
}

/** Allows or refuses a sign-in, after signing in again if the last sign-in is too long ago. */
function DecisionForm({ waiting: { id, email, account }, decision, onDone }: DecisionFormProps) {
  const client = useQueryClient()
  async function decide(): Promise<string> {
    const purpose = decision === 'allowed' ? 'allow a sign-in' : 'refuse a sign-in'
    try {
      await withRecentSignIn(purpose, () => api(decideWaitingSignIn, { params: { id }, body: { decision } }))
    } finally {
      // Also after a failure: another administrator may have decided on it, so that it no longer waits.
      await invalidateReads(client, [getWaitingSignIns, getPeopleLog])
    }
    return `The sign-in of ${email} was ${decision}.`
  }
  return (
    <Confirmation
      action={decision === 'allowed' ? 'Allow' : 'Refuse'}
      isDanger={decision === 'allowed'}
      confirm={decide}
      onClose={onDone}
    >
      {decision === 'allowed'
        ? `The new Google account takes over the account of ${account.displayName} (${email}) with its reviews and role. The previous Google account is signed out everywhere and can no longer use it.`
        : `The account of ${account.displayName} (${email}) stays as it is, and the new Google account cannot use it.`}{' '}
      We will notify {email} either way.
    </Confirmation>
  )
}
