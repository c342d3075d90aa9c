import { dayOf } from '@offquad/service-kit'
import { isMailServerUnavailable, type Mail, type SendMail } from '../mail/mailer'
import { type Repositories } from '../repositories'
import { type SignInMail, type WaitingSignIn } from './waiting-sign-ins.repository'

interface Deps extends Pick<Repositories, 'waitingSignIns'> {
  sendMail: SendMail
  university: { productName: string }
  config: { PUBLIC_URL: string }
  log: { warn(fields: object, message: string): void }
  now: () => Date
}

/**
 * Notifies the owners of addresses about sign-ins that are waiting or were decided. Both Google accounts have the same
 * address, so one mail reaches either person. A mail that cannot be sent is retried by a later run.
 */
export async function sendSignInMails(deps: Deps): Promise<void> {
  const startedAt = deps.now()
  for (;;) {
    const claimed = await deps.waitingSignIns.claimMail(startedAt, deps.now())
    if (!claimed) return
    const { waiting, mail } = claimed
    try {
      await deps.sendMail(compose(deps, waiting, mail))
    } catch (err) {
      deps.log.warn({ err, waitingSignInId: waiting.id }, 'sign-in mail not sent')
      if (isMailServerUnavailable(err)) return
      continue
    }
    await deps.waitingSignIns.markMailSent(waiting.id, mail)
  }
}

function compose(
  { university: { productName }, config: { PUBLIC_URL } }: Deps,
  { email, displayName, requestedAt }: WaitingSignIn,
  mail: SignInMail,
): Mail {
  const { subject, paragraphs } = TEXTS[mail]({
    productName,
    email,
    requestedOn: dayOf(requestedAt),
    contact: new URL('/faq', PUBLIC_URL).href,
    home: new URL('/', PUBLIC_URL).href,
  })
  return {
    to: { name: displayName, address: email },
    subject,
    text: [`Hello,`, ...paragraphs, productName].join('\n\n'),
  }
}

interface Facts {
  productName: string
  email: string
  requestedOn: string
  contact: string
  home: string
}

const TEXTS: Record<SignInMail, (facts: Facts) => { subject: string; paragraphs: string[] }> = {
  requested: ({ productName, email, requestedOn, contact }) => ({
    subject: `A new Google account wants to use your account on ${productName}`,
    paragraphs: [
      `on ${requestedOn} someone signed in as ${email} with a different Google account from the one your account was created with. Nothing has changed: an administrator decides whether they may use the account, and we will write to you again.`,
      `If this was you, because your Google account was replaced, there is nothing to do. If not, please contact us: ${contact}`,
    ],
  }),
  allowed: ({ productName, email, requestedOn, contact, home }) => ({
    subject: `Your account on ${productName} has a new Google account`,
    paragraphs: [
      `an administrator allowed the Google account that signed in as ${email} on ${requestedOn} to use your account. Please sign in again: ${home}`,
      `The previous Google account can no longer use it and was signed out everywhere. If you did not expect this, please contact us at once: ${contact}`,
    ],
  }),
  refused: ({ productName, email, requestedOn, contact }) => ({
    subject: `A sign-in to your account on ${productName} was refused`,
    paragraphs: [
      `an administrator refused the Google account that signed in as ${email} on ${requestedOn}. Your account has not changed.`,
      `If that Google account is yours, please contact us: ${contact}`,
    ],
  }),
}
