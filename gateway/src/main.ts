import path from 'node:path'
import { listen, runProcess } from '@offquad/service-kit'
import { buildApp } from './app'
import { loadGatewayConfig } from './config'
import { openContext } from './context'

await runProcess('gateway', loadGatewayConfig, async (config, log) => {
  const context = await openContext(config, log, path.join(import.meta.dirname, 'renderer.js'))
  const stop = await listen(await buildApp(context), config)
  return {
    closers: [stop, () => context.close()],
    // Pages and what is cached are served without stores and services: its own /readyz names what is missing.
    needs: {},
  }
})
