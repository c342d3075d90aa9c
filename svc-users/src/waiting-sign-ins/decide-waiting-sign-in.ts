import { type SignInDecision } from '@offquad/contracts'
import { ConflictError, idOfWrite, NotFoundError, type Revocations } from '@offquad/service-kit'
import { type Repositories } from '../repositories'
import { type WaitingSignIn } from './waiting-sign-ins.repository'

export interface SignInDecisionDeps extends Pick<
  Repositories,
  'users' | 'sessions' | 'waitingSignIns' | 'peopleLog'
> {
  /** Absent in the sweep, which has no connection to Redis: services read the list within seconds. */
  revocations?: Pick<Revocations, 'publish'>
  now: () => Date
}

interface DecisionInput {
  id: string
  decision: SignInDecision
  adminId: string
}

/**
 * Allows the waiting person to use the account, or refuses it. Repeating a decision changes nothing.
 * @throws NotFoundError when the sign-in is no longer waiting, or the account has another address by now
 * @throws ConflictError when another administrator decided otherwise, or the person has signed in to another account since
 */
export async function decideWaitingSignIn(
  deps: SignInDecisionDeps,
  { id, decision, adminId }: DecisionInput,
): Promise<{ id: string; decision: SignInDecision; decidedAt: string }> {
  const waiting = await deps.waitingSignIns.find(id)
  const account = waiting && (await deps.users.find(waiting.userId))
  if (!waiting || !account) throw notWaiting(id)
  if (waiting.status === 'waiting') {
    if (decision === 'allowed' && account.email !== waiting.email) throw notWaiting(id)
    if (decision === 'allowed' && (await deps.users.findBySubject(waiting.subject)))
      throw new ConflictError(
        'has-another-account',
        'This person now signs in to another account. Please refuse this sign-in.',
      )
    const decidedAt = deps.now()
    await deps.waitingSignIns.decide(id, decision, {
      adminId,
      decidedAt,
      replacedSubject: account.subject,
    })
  }
  const decided = await deps.waitingSignIns.find(id)
  if (!decided?.decision) throw notWaiting(id)
  if (decided.status !== decision)
    throw new ConflictError('already-decided', `An administrator has already ${decided.status} this sign-in.`)
  await finishDecision(deps, decided)
  return { id, decision, decidedAt: decided.decision.decidedAt.toISOString() }
}

const notWaiting = (id: string) =>
  new NotFoundError('waiting-sign-in-not-found', `There is no waiting sign-in "${id}".`)

/** Carries out decisions that a process left unfinished when it died. */
export async function finishDecisions(deps: SignInDecisionDeps): Promise<void> {
  for (const decided of await deps.waitingSignIns.listUnfinished()) await finishDecision(deps, decided)
}

/** Each step can be repeated, also by several processes at once. */
async function finishDecision(deps: SignInDecisionDeps, decided: WaitingSignIn): Promise<void> {
  const { id, userId, subject, email, status, decision } = decided
  if (!decision) return
  const { adminId, decidedAt, replacedSubject } = decision
  if (status === 'allowed') {
    await deps.users.relink(userId, { subject, email, replacedSubject, date: deps.now() })
    await endOldSessions(deps, userId, subject)
  }
  // The same document may wait, and be decided on, again.
  const _id = idOfWrite(id, decidedAt.toISOString())
  await deps.peopleLog.append([
    { _id, date: decidedAt, adminId, action: `sign-in-${status}`, userId, email, role: null },
  ])
  await deps.waitingSignIns.markFinished(id)
}

/** Signs the previous user of the account out of all sessions. */
async function endOldSessions(
  { users, sessions, revocations }: SignInDecisionDeps,
  userId: string,
  subject: string,
): Promise<void> {
  const account = await users.find(userId)
  if (account?.subject !== subject) return
  await sessions.endBefore(userId, account.tokenVersion)
  await revocations?.publish({ userId, minVersion: account.tokenVersion })
}
