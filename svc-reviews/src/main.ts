import { listen, pingMongo, runProcess } from '@offquad/service-kit'
import { buildApp } from './app'
import { loadReviewsConfig } from './config'
import { openContext } from './context'

await runProcess('svc-reviews', loadReviewsConfig, async (config, log) => {
  const context = await openContext(config, log)
  const app = await buildApp(context)
  return {
    closers: [await listen(app, config), context.close],
    needs: { database: () => pingMongo(context.connection) },
  }
})
