import { listen, pingMongo, runProcess, startJobsInBackground } from '@offquad/service-kit'
import { buildApp } from './app'
import { loadCatalogConfig } from './config'
import { openContext } from './context'
import { openTransit } from './geography'
import { startJobs } from './jobs'

await runProcess('svc-catalog', loadCatalogConfig, async (config, log) => {
  const context = await openContext(config, log)
  const transit = await openTransit(context)
  const app = await buildApp(context, transit)
  const close = await listen(app, config)
  if (config.RUN_JOBS_IN === 'service') startJobsInBackground(startJobs(context, transit), log)
  return {
    closers: [close, context.close],
    needs: { database: () => pingMongo(context.connection) },
  }
})
