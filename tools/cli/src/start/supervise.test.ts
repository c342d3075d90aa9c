import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { supervise, type Supervised } from './supervise'

const other = createServer((_, response) => response.end('ready'))
let folder: string
let running: Supervised
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'offquad-supervise-'))
  await once(other.listen(0, '127.0.0.1'), 'listening')
})
afterEach(async () => {
  other.close()
  other.closeAllConnections()
  await running.stop()
  await rm(folder, { recursive: true })
})

it('a process that ends before it is ready fails with its output, even if another one responds on its port', async () => {
  const { port } = other.address() as AddressInfo
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
