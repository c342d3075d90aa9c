import { ConflictError, NotAllowedError } from '@offquad/service-kit'
import { type Profile } from '../accounts/account'
import { type Repositories } from '../repositories'

export interface RelinkDeps extends Pick<Repositories, 'users' | 'waitingSignIns'> {
  /** Triggers the delivery of stored mails; not awaited. */
  flushOutboxes: () => void
  now: () => Date
}

/**
 * Stores a waiting sign-in of a person whose address has an account that another subject signs in to. Such an account is
 * never handed over silently: the address may have been reassigned to another person.
 * @returns the message for the user
 */
export async function requestRelink(
  { users, waitingSignIns, flushOutboxes, now }: RelinkDeps,
  { subject, email, displayName }: Pick<Profile, 'subject' | 'email' | 'displayName'>,
): Promise<Error> {
  const [own, owner] = await Promise.all([users.findBySubject(subject), users.findByEmail(email)])
  if (own || !owner)
    return new ConflictError(
      'email-taken',
      'This email address belongs to another account. Please contact us.',
    )
  const { status } = await waitingSignIns.request({ userId: owner.id, subject, email, displayName }, now())
  if (status === 'refused')
    return new NotAllowedError(
      'sign-in-refused',
      `An administrator has not confirmed that the account of ${email} belongs to this Google account. If it is yours, please contact us.`,
    )
  flushOutboxes()
  return new NotAllowedError(
    'sign-in-waits',
    `There already is an account for ${email}, created with another Google account. An administrator has to confirm that it is yours. We will send a mail to ${email} once they have decided.`,
  )
}
