import { reportSearchMatches } from '@offquad/contracts'
import { createLog } from '@offquad/service-kit'
import { sendAlertMails } from '../src/alerts/send-alert-mails'
import { alertSearchers } from '../src/alerts/store-alerts'
import { type UsersConfig } from '../src/config'
import { openContext } from '../src/context'

export interface MailingProcess {
  config: UsersConfig
  /** The simulated time: within the hours of mails, and a day after that of the previous process. */
  time: string
}

/** Runs the alert jobs of the service without pauses between runs. */
const { config, time } = JSON.parse(process.argv[2] ?? '') as MailingProcess
const opened = await openContext(config, createLog('mailing-process', 'silent'))
const context = {
  ...opened,
  university: { ...opened.university, timeZone: 'UTC' },
  now: () => new Date(time),
}
await context.jobs.registerWorker(reportSearchMatches, (payload) => alertSearchers(context, payload))
for (;;) {
  await sendAlertMails(context)
  await new Promise(setImmediate)
}
