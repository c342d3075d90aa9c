import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'

const COMMAND = path.join(__dirname, 'end-with-shell.ts')

it('a command stops when the shell that runs it is ended, as npm ends it on SIGTERM', async () => {
  const code = `import { endWithShell } from '${COMMAND}'
    endWithShell(() => { console.log('stopping'); process.exit() })
    setInterval(() => undefined, 1000)
    console.log('running')`
  const command = `"${process.execPath}" --import tsx --input-type=module -e "${code}"; true`
  const shell = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface(shell.stdout)[Symbol.asyncIterator]()
  expect(await lines.next()).toEqual({ value: 'running', done: false })

  shell.kill('SIGTERM')

  expect(await lines.next()).toEqual({ value: 'stopping', done: false })
  await once(shell.stdout, 'close')
})
