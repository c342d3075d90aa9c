import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort } from '@offquad/service-kit/testing/free-port'
import { readRun, REPOSITORY, sharedPlatform, waitFor } from './platform'

/**
 * Starts another gateway in front of a platform's services, with different settings and without a database.
 * @param dataDir of the platform; absent: the shared one
 */
export async function startGateway(
  settings: NodeJS.ProcessEnv,
  dataDir = sharedPlatform().dataDir,
): Promise<{ url: string; stop(): Promise<void> }> {
  const { processes, stores } = await readRun(dataDir)
  const port = await freePort()
  const child = spawn(process.execPath, [path.join(REPOSITORY, 'gateway/dist/main.js')], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: String(port),
      REDIS_URL: stores.redisUrl,
      MF_DIR: path.join(dataDir, 'mf'),
      UNIVERSITY_FILE: path.join(REPOSITORY, 'config/university.json'),
      ...Object.fromEntries(
        processes
          .filter(({ name }) => /^svc-[a-z]+$/.test(name))
          .map(({ name, port }) => [
            `${name.replace('-', '_').toUpperCase()}_URL`,
            `http://127.0.0.1:${port}`,
          ]),
      ),
      ...settings,
    },
    stdio: 'ignore',
  })
  const url = `http://localhost:${port}`
  await waitFor('the other gateway', async () => (await fetch(`${url}/readyz`)).ok)
  return {
    url,
    async stop() {
      child.kill('SIGINT')
      await once(child, 'exit')
    },
  }
}
