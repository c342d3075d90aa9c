import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { type CatalogConfig } from '../src/config'

/**
 * The worker as it is deployed: a process.
 * @param mongoUri through which it reaches its database
 * @param settings beside those of the catalog's stores
 */
export function startWorker(
  { MONGODB_DATABASE, REDIS_URL, QUEUE_PREFIX }: CatalogConfig,
  mongoUri: string,
  settings: Record<string, string>,
) {
  const worker = spawn(process.execPath, ['--import', 'tsx', 'src/worker.ts'], {
    cwd: path.resolve(__dirname, '..'),
    env: {
      PATH: process.env.PATH,
      MONGODB_URI: mongoUri,
      MONGODB_DATABASE,
      REDIS_URL,
      QUEUE_PREFIX,
      USERS_URL: 'http://127.0.0.1:9',
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return {
    /** Kills it if it runs. @returns how it ended */
    async kill(): Promise<unknown[]> {
      const exited = once(worker, 'exit')
      worker.kill('SIGKILL')
      return exited
    },
    /** Call at the end of a test, even if the worker has ended. */
    stop: () => worker.kill('SIGKILL'),
  }
}
