// Writes a heap snapshot or a CPU profile of the container's process to standard output, while it runs; needs neither a
// restart nor a place to write to. Chrome's developer tools open both.
//   node /offquad/diagnose.mjs heap > gateway.heapsnapshot
//   node /offquad/diagnose.mjs cpu 30 > gateway.cpuprofile      of 30 seconds
import { setTimeout as delay } from 'node:timers/promises'

const PROCESS = 1
const INSPECTOR = 'http://127.0.0.1:9229/json/list'
const PATIENCE_MS = 10_000

const [kind, seconds = '30'] = process.argv.slice(2)
if (kind !== 'heap' && kind !== 'cpu') {
  process.stderr.write('Usage: node diagnose.mjs heap, or node diagnose.mjs cpu SECONDS\n')
  process.exit(2)
}
// Node listens for its inspector, on the loopback address, when it gets this signal.
process.kill(PROCESS, 'SIGUSR1')
const session = await connect(await inspectorUrl())
if (kind === 'heap') {
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => process.stdout.write(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
} else {
  await session.send('Profiler.enable')
  await session.send('Profiler.start')
  await delay(Number(seconds) * 1000)
  const { profile } = await session.send('Profiler.stop')
  process.stdout.write(JSON.stringify(profile))
}
// Not at once: closing waits for this connection.
await session.send('Runtime.evaluate', {
  expression: "setTimeout(() => process.getBuiltinModule('node:inspector').close(), 500)",
})
session.close()

async function inspectorUrl() {
  const giveUpAt = Date.now() + PATIENCE_MS
  for (;;) {
    const response = await fetch(INSPECTOR).catch(() => undefined)
    const [target] = response?.ok ? await response.json() : []
    if (target) return target.webSocketDebuggerUrl
    if (Date.now() > giveUpAt) throw new Error('the inspector of the process does not answer')
    await delay(50)
  }
}

/** A connection that speaks the protocol of the inspector: https://chromedevtools.github.io/devtools-protocol/v8/ */
async function connect(url) {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error('the inspector of the process cannot be connected to'))
  })
  const waiting = new Map()
  const listeners = new Map()
  let lastId = 0
  socket.onmessage = ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(data)
    if (id === undefined) listeners.get(method)?.(params)
    else if (error) waiting.get(id).reject(new Error(error.message))
    else waiting.get(id).resolve(result)
  }
  return {
    on: (event, listener) => listeners.set(event, listener),
    send: (method, params = {}) =>
      new Promise((resolve, reject) => {
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        socket.send(JSON.stringify({ id: lastId, method, params }))
      }),
    close: () => socket.close(),
  }
}
