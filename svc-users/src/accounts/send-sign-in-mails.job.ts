import { type Mail, type SendMail } from '../mailer'
import {
  type SignInMail,
  type WaitingSignIn,
  type WaitingSignInsRepository,
} from './waiting-sign-ins.repository'

interface Deps {
  waitingSignIns: Pick<WaitingSignInsRepository, 'claimMail' | 'markMailSent'>
  sendMail: SendMail
  university: { productName: string }
  config: { PUBLIC_URL: string }
  log: { warn(fields: object, message: string): void }
  now: () => Date
}

/**
 * Tells the owners of addresses about sign-ins that wait or were decided. Both sides have the same address: whoever reads
 * its mail hears of it. A mail that cannot be sent is tried again by a later run.
 */
export async function sendSignInMails(deps: Deps): Promise<void> {
  for (;;) {
    const claimed = await deps.waitingSignIns.claimMail(deps.now())
    if (!claimed) return
    const { waiting, mail } = claimed
    try {
      await deps.sendMail(compose(deps, waiting, mail))
    } catch (err) {
      deps.log.warn({ err, waitingSignInId: waiting.id }, 'mail about a sign-in not sent')
      return
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
    requestedOn: requestedAt.toISOString().slice(0, 10),
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
      `on ${requestedOn} somebody signed in as ${email} with another Google account than the one your account was created with. Nothing has changed: an administrator decides whether they may use the account, and we will write to you again.`,
      `Was it you, because your Google account was replaced? Then there is nothing to do. Was it not you? Please tell us: ${contact}`,
    ],
  }),
  allowed: ({ productName, email, requestedOn, contact, home }) => ({
    subject: `Your account on ${productName} has a new Google account`,
    paragraphs: [
      `an administrator allowed the Google account that signed in as ${email} on ${requestedOn} to use your account. Please sign in again: ${home}`,
      `The Google account from before cannot use it any more and was signed out everywhere. If you did not expect this, please tell us at once: ${contact}`,
    ],
  }),
  refused: ({ productName, email, requestedOn, contact }) => ({
    subject: `A sign-in to your account on ${productName} was refused`,
    paragraphs: [
      `an administrator refused the Google account that signed in as ${email} on ${requestedOn}. Your account is as it was before.`,
      `If that account is yours, please tell us: ${contact}`,
    ],
  }),
}
