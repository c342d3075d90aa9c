import { once } from 'node:events'
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { say } from '../terminal'
import { supervise, type Supervised } from './supervise'

jest.mock('../terminal')

const otherServer = createServer((_, response) => response.end('ready'))
let folder: string
let running: Supervised
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'offquad-supervise-'))
  await once(otherServer.listen(0, '127.0.0.1'), 'listening')
})
afterEach(async () => {
  otherServer.close()
  otherServer.closeAllConnections()
  await running.stop()
  await rm(folder, { recursive: true })
})

it('a process that ends before it is ready fails with its output, even if another one responds on its port', async () => {
  const { port } = otherServer.address() as AddressInfo
  const entry = path.join(folder, 'main.mjs')
  await writeFile(entry, `console.log('address already in use'); process.exit(1)`)
  const readyUrl = `http://127.0.0.1:${port}/readyz`

  running = supervise({ name: 'svc-sample', entry, port, env: {}, readyUrl }, folder, () => undefined)
  while (running.pid() !== undefined) await setImmediate()

  await expect(running.ready()).rejects.toThrow('svc-sample did not start: address already in use')
})

it('stops although a process that it has started goes on', async () => {
  const entry = path.join(folder, 'main.mjs')
  await writeFile(
    entry,
    `import { spawn } from 'node:child_process'
    const child = spawn('sleep', ['600'], { stdio: 'inherit' })
    console.log('ready', child.pid)`,
  )
  running = supervise({ name: 'svc-sample', entry, port: 0, env: {} }, folder, () => undefined)
  await running.ready()
  const child = Number(/ready (\d+)/.exec(await readFile(path.join(folder, 'svc-sample.log'), 'utf8'))?.[1])

  await running.stop()

  expect(process.kill(child, 'SIGKILL')).toBe(true)
})

it.each([
  ['was stopped', 'svc-sample was stopped; starting it again'],
  ['was replaced', 'the build of svc-sample was replaced; starting it again'],
])('says of a process that ends when it is asked to that it %s', async (what, sentence) => {
  const entry = path.join(folder, 'main.mjs')
  await writeFile(
    entry,
    `process.on('SIGTERM', () => process.exit()); setInterval(() => {}, 1000); console.log('ready')`,
  )
  running = supervise({ name: 'svc-sample', entry, port: 0, env: {} }, folder, () => undefined)
  await running.ready()

  if (what === 'was replaced') await utimes(entry, 1, 1)
  process.kill(running.pid() ?? 0, 'SIGTERM')
  while (running.pid() !== undefined) await setImmediate()
  await setImmediate()

  expect(say).toHaveBeenLastCalledWith(expect.stringContaining(sentence))
})
