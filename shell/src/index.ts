import { RETRY_DELAYS_MS } from './early/retry-scripts'

async function start(): Promise<void> {
  // Starting the federation runtime takes a while: let the page handle input before continuing.
  await new Promise((resolve) => setTimeout(resolve))
  for (const ms of RETRY_DELAYS_MS)
    try {
      // The shared packages are negotiated before anything that uses them runs.
      return void (await import('./bootstrap'))
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ChunkLoadError') throw error
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
  await import('./bootstrap')
}

void start()
