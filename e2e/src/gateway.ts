import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort, readRun, REPOSITORY, sharedPlatform, waitFor } from './platform'

/** Another gateway before the services of the shared platform, with settings of its own. It keeps no deploys. */
export async function startGateway(
  settings: NodeJS.ProcessEnv,
): Promise<{ url: string; stop(): Promise<void> }> {
  const { dataDir } = sharedPlatform()
  const { processes } = await readRun(dataDir)
  const urlOf = (name: string) =>
    `http://127.0.0.1:${processes.find((process) => process.name === name)?.port}`
  const port = await freePort()
  const child = spawn(process.execPath, [path.join(REPOSITORY, 'gateway/dist/main.js')], {
    env: {
      ...{ PATH: process.env.PATH, NODE_ENV: 'development', HOST: '127.0.0.1', PORT: String(port) },
      REDIS_URL: `redis://127.0.0.1:${processes.find(({ name }) => name === 'redis')?.port}`,
      MF_DIR: path.join(dataDir, 'mf'),
      UNIVERSITY_FILE: path.join(REPOSITORY, 'config/university.json'),
      SVC_CATALOG_URL: urlOf('svc-catalog'),
      SVC_REVIEWS_URL: urlOf('svc-reviews'),
      SVC_USERS_URL: urlOf('svc-users'),
      ...settings,
    },
    stdio: 'ignore',
  })
  const url = `http://localhost:${port}`
  await waitFor('another gateway', async () => (await fetch(`${url}/readyz`)).ok)
  return {
    url,
    async stop() {
      child.kill('SIGINT')
      await once(child, 'exit')
    },
  }
}
