import './people.css'
import { type SignInDecision, type WaitingSignIn } from '@offquad/contracts'
import { Button, Dialog, showToast } from '@offquad/ui'
import { useState } from 'react'
import { momentText } from '../../components/moment-text'
import { Section } from '../../components/section'
import { ROLE_NAMES } from './use-people'
import { useDecideSignIn, useWaitingSignIns } from './use-waiting-sign-ins'

interface Choice {
  waiting: WaitingSignIn
  decision: SignInDecision
}

/** People whose address has an account that another Google account signs in to. Nothing at all while nobody waits. */
export function WaitingSignIns() {
  const { data, error, refetch } = useWaitingSignIns()
  const [choice, setChoice] = useState<Choice>()
  const close = () => setChoice(undefined)
  if (!choice && (data ? data.total === 0 : !error)) return null
  return (
    <Section
      title="Sign-ins that wait"
      count={data?.total}
      failure={error && !data ? { error, onRetry: refetch } : undefined}
    >
      <p className="admin-soft">
        These people have the address of an account, but not the Google account it was created with. Perhaps
        their Google account was replaced; perhaps the university gave the address to another person, or
        somebody pretends. Ask them before you allow it.
      </p>
      <ul className="admin-list">
        {data?.items.map((waiting) => (
          <WaitingItem
            key={waiting.id}
            waiting={waiting}
            onChoose={(decision) => setChoice({ waiting, decision })}
          />
        ))}
      </ul>
      {data?.next !== undefined && (
        <p className="admin-soft">
          These are the {data.items.length} who wait longest. Decide about them to see the next ones.
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
    <li className="admin-item people-item">
      <header>
        <h3>{displayName}</h3>
        <span>
          Waits since <time dateTime={requestedAt}>{momentText(requestedAt)}</time>
        </span>
      </header>
      <p className="admin-text">{email}</p>
      <p className="admin-soft">
        The account: {account.displayName}
        {account.role !== 'student' && `, ${ROLE_NAMES[account.role].toLowerCase()}`}, last signed in{' '}
        <time dateTime={account.signedInAt}>{momentText(account.signedInAt)}</time>
      </p>
      <p className="admin-actions">
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

function DecisionForm({ waiting: { id, email, account }, decision, onDone }: DecisionFormProps) {
  const decide = useDecideSignIn()
  async function confirm(): Promise<void> {
    // Closed first: signing in again, where it is needed, has a dialog of its own.
    onDone()
    try {
      await decide(id, decision)
      showToast('success', `The sign-in of ${email} was ${decision}.`)
    } catch (error) {
      showToast('error', (error as Error).message)
    }
  }
  return (
    <div className="people-confirm">
      <p>
        {decision === 'allowed'
          ? `Whoever signs in with the new Google account gets the account of ${account.displayName} (${email}) with its reviews and rights. The Google account from before is signed out everywhere and cannot use it any more.`
          : `The account of ${account.displayName} (${email}) stays as it is, and the new Google account cannot use it.`}{' '}
        We write to {email} either way.
      </p>
      <Button onClick={onDone}>Cancel</Button>
      <Button type="primary" danger={decision === 'allowed'} onClick={() => void confirm()}>
        {decision === 'allowed' ? 'Allow' : 'Refuse'}
      </Button>
    </div>
  )
}
