import {
  reportSearchMatches,
  sendReviewApprovedMail as sendReviewApprovedMailJob,
  sweepUserMessages,
} from '@offquad/contracts'
import { alertOfSeasons } from './alerts/alert-of-seasons'
import { sendAlertMails } from './alerts/send-alert-mails'
import { alertBookmarkers, alertSearchers } from './alerts/store-alerts'
import { type Context } from './context'
import { deliverOutboxes } from './deliver-outboxes'
import { sendReviewApprovedMail } from './mail/send-review-approved-mail.job'

const SWEEP_EVERY_MS = 30_000
const MAILS_AT_ONCE = 2

/** Runs the workers of the service's queues in this process. */
export async function startJobs(context: Context): Promise<void> {
  const { jobs } = context
  await jobs.registerWorker(
    sendReviewApprovedMailJob,
    async (payload) => {
      await alertBookmarkers(context, payload)
      await sendReviewApprovedMail(context, payload)
    },
    {
      concurrency: MAILS_AT_ONCE,
    },
  )
  await jobs.registerWorker(reportSearchMatches, (payload) => alertSearchers(context, payload))
  await jobs.schedule(sweepUserMessages.queue, SWEEP_EVERY_MS, async () => {
    await deliverOutboxes(context)
    await sendAlertMails(context)
    await alertOfSeasons(context)
  })
}
