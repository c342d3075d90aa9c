import { listen, pingMongo, runProcess } from '@offquad/service-kit'
import { buildApp } from './app'
import { loadUsersConfig } from './config'
import { openContext } from './context'
import { startJobs } from './jobs'

await runProcess('svc-users', loadUsersConfig, async (config, log) => {
  const context = await openContext(config, log)
  const app = await buildApp(context)
  const close = await listen(app, config)
  // A few mails and sweeps do not justify a worker process. Without Redis they wait, and sign-in still works.
  startJobs(context).catch((err: unknown) => log.error({ err }, 'jobs not started'))
  return {
    closers: [close, context.close],
    needs: { database: () => pingMongo(context.connection) },
  }
})
