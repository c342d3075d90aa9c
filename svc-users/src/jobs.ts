import { sendReviewApprovedMail as sendReviewApprovedMailJob, sweepUserMessages } from '@offquad/contracts'
import { type Context } from './context'
import { sendReviewApprovedMail } from './mail/send-review-approved-mail.job'
import { sendMessages } from './messages'

const SWEEP_EVERY_MS = 30_000
const MAILS_AT_ONCE = 2

/** Takes up the work of the service's queues in this process. */
export async function startJobs(context: Context): Promise<void> {
  const { jobs } = context
  await jobs.work(sendReviewApprovedMailJob, (payload) => sendReviewApprovedMail(context, payload), {
    concurrency: MAILS_AT_ONCE,
  })
  await jobs.schedule(sweepUserMessages.queue, SWEEP_EVERY_MS, () => sendMessages(context))
}
