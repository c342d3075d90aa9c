import { coalesce } from '@offquad/service-kit'
import { watchSavedSearches } from './alerts/store-alerts'
import { logDecisions } from './contact/log-decisions'
import { publishPhotoUsage, publishSuggestions } from './contact/publish-submissions'
import { type Context } from './context'
import { settleRoles } from './people/change-role'
import { finishDeletions } from './privacy/finish-deletions'
import { finishDecisions } from './waiting-sign-ins/decide-waiting-sign-in'
import { sendSignInMails } from './waiting-sign-ins/send-sign-in-mails'

/** Delivers all pending log entries, messages to other services, and mails. */
export async function deliverOutboxes(context: Context): Promise<void> {
  // These steps need only the database; the later ones may have to wait for Redis.
  await logDecisions(context)
  await settleRoles(context)
  await finishDecisions(context)
  await sendSignInMails(context)
  await publishSuggestions(context)
  await publishPhotoUsage(context)
  await watchSavedSearches(context)
  await finishDeletions(context)
}

const running = new WeakMap<Context, Promise<void>>()

/** Resolves when this process has no delivery under way. */
export const outboxesFlushed = async (context: Context): Promise<void> => running.get(context)

/**
 * Delivers what a request has just stored. The request does not wait for it, as Redis may be unavailable; if this process
 * dies first, the sweep delivers it.
 */
export function createOutboxFlusher(context: Context): () => void {
  const flush = coalesce(() =>
    deliverOutboxes(context).catch((err: unknown) =>
      context.log.warn({ err }, 'outboxes not delivered, left to the sweep'),
    ),
  )
  return () => {
    running.set(context, flush())
  }
}
