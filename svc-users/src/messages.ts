import { settleRoles } from './accounts/change-role'
import { finishDecisions } from './accounts/decide-waiting-sign-in'
import { sendSignInMails } from './accounts/send-sign-in-mails.job'
import { logDecisions } from './contact/log-decisions'
import { tellOfPhotos } from './contact/tell-of-photos.job'
import { type Context } from './context'
import { finishDeletions } from './privacy/finish-deletions.job'

/** Sends what other services have not been sent, and logs what is not in the log; the documents say what that is. */
export async function sendMessages(context: Context): Promise<void> {
  // These need nothing but the database, which the others wait for Redis with.
  await logDecisions(context)
  await settleRoles(context)
  await finishDecisions(context)
  await sendSignInMails(context)
  await tellOfPhotos(context)
  await finishDeletions(context)
}

const running = new WeakMap<Context, Promise<void>>()

/** Resolves when this process does not send messages any more. */
export const messagesSent = async (context: Context): Promise<void> => running.get(context)

/**
 * Sends messages without anybody waiting for it, as Redis may be away: one run at a time, and what comes up meanwhile
 * is sent by the next. Should this process die first, the sweep sends it.
 */
export function createMessageRequest(context: Context): () => void {
  let isWanted = false
  let isSending = false

  async function sendWanted(): Promise<void> {
    while (isWanted) {
      isWanted = false
      await sendMessages(context)
    }
  }

  return () => {
    isWanted = true
    if (isSending) return
    isSending = true
    const sent = sendWanted()
      .catch((err: unknown) => context.log.warn({ err }, 'messages not sent, the sweep will do it'))
      .finally(() => (isSending = false))
    running.set(context, sent)
  }
}
