import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { testSettings } from '@offquad/service-kit/testing'

const FOLDER = path.resolve(__dirname, '..')

/** Starts it as `npm start -w svc-catalog` does, with the settings README names: in its own folder. */
function start(): ChildProcess {
  const { MONGODB_URI, MONGODB_DATABASE, REDIS_URL, QUEUE_PREFIX } = testSettings()
  const store = { MONGODB_URI, MONGODB_DATABASE, REDIS_URL, QUEUE_PREFIX }
  return spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
    cwd: FOLDER,
    env: { PATH: process.env.PATH, ...store, USERS_URL: 'http://127.0.0.1:9', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

it('starts alone with the settings in the README, and ends on a signal', async () => {
  const service = start()
  const lines: string[] = []
  try {
    for await (const line of createInterface({ input: service.stdout as NodeJS.ReadableStream })) {
      lines.push(line)
      if (line.includes('svc-catalog is ready')) break
    }
    expect(lines.at(-1)).toContain('svc-catalog is ready')

    const ended = once(service, 'exit')
    service.kill('SIGTERM')

    expect(await ended).toEqual([0, null])
  } finally {
    service.kill('SIGKILL')
  }
})
