import { pingMongo, runProcess } from '@offquad/service-kit'
import { loadCatalogConfig } from './config'
import { openContext } from './context'
import { openTransit } from './geography'
import { startJobs } from './jobs'

await runProcess('svc-catalog-worker', loadCatalogConfig, async (config, log) => {
  const context = await openContext(config, log)
  await startJobs(context, await openTransit(context))
  return {
    closers: [context.close],
    needs: { database: () => pingMongo(context.connection), redis: () => context.events.ping() },
  }
})
