import { listen, pingMongo, runProcess, startJobsInBackground } from '@offquad/service-kit'
import { buildApp } from './app'
import { loadUsersConfig } from './config'
import { openContext } from './context'
import { startJobs } from './jobs'

await runProcess('svc-users', loadUsersConfig, async (config, log) => {
  const context = await openContext(config, log)
  const app = await buildApp(context)
  const close = await listen(app, config)
  // A few mails and sweeps do not justify a worker process.
  startJobsInBackground(startJobs(context), log)
  return {
    closers: [close, context.close],
    needs: { database: () => pingMongo(context.connection) },
  }
})
