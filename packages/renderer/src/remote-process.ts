import { rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import {
  createRenderProcess,
  DEFAULT_LIMITS,
  filesOf,
  readText,
  type Rendering,
  type RenderJob,
  type RenderProcess,
} from './render-process'

/** One line to the other end, which answers with a Rendering. It sees no file but what is in here. */
interface Request {
  job: RenderJob
  /** Texts of server parts that were not sent before. */
  sources: [file: string, text: string | null][]
}

/**
 * After this time without a word the other end is gone, in milliseconds: a network may lose it without saying so. It has given up the
 * page itself by then.
 */
const SILENCE_MS = 60_000

/** A process in another container. Each has a connection of its own. @param socketName where that container listens: file or host:port */
export function connectRenderProcess(socketName: string, silenceMs = SILENCE_MS): RenderProcess {
  let socket: Socket | undefined
  let sent = new Set<string>()
  let loaded = new Set<string>()
  let settle: (rendering: Rendering) => void = () => undefined

  function open(): Socket {
    const opened = connect(addressOf(socketName)).unref()
    opened.on('timeout', () => opened.destroy())
    linesOf(opened, (line) => settle(JSON.parse(line) as Rendering))
    opened.on('close', () => {
      if (opened === socket) lose('the connection to the renderer ended')
    })
    return opened
  }

  function lose(detail: string): void {
    socket?.destroy()
    socket = undefined
    sent = new Set()
    loaded = new Set()
    settle({ outcome: 'ended', detail })
  }

  return {
    isWarm: (job) => filesOf(job).every((file) => loaded.has(file)),
    async render(job) {
      const rendering = new Promise<Rendering>((resolve) => (settle = resolve))
      socket ??= open()
      const current = socket
      const files = filesOf(job).filter((file) => !sent.has(file))
      const sources: Request['sources'] = []
      for (const file of files) sources.push([file, await readText(file)])
      if (current === socket) {
        for (const file of files) sent.add(file)
        current.setTimeout(silenceMs)
        current.write(`${JSON.stringify({ job, sources } satisfies Request)}\n`)
      }
      const made = await rendering
      current.setTimeout(0)
      const isLoaded = (file: string) => 'page' in made && !made.unloadable.includes(file)
      loaded = new Set(filesOf(job).filter(isLoaded))
      return made
    },
    close: () => lose('closed'),
  }
}

/** Renders for those who connect, in a process for each connection. @param socketName file or :port @returns what closes it */
export function serveRenderer(socketName: string, childFile: string): Server {
  const server = createServer((socket) => {
    const texts = new Map<string, string | null>()
    const process = createRenderProcess(childFile, DEFAULT_LIMITS, async (file) => texts.get(file) ?? null)
    linesOf(socket, (line) => {
      const { job, sources } = JSON.parse(line) as Request
      for (const [file, text] of sources) texts.set(file, text)
      void process.render(job).then((made) => socket.write(`${JSON.stringify(made)}\n`))
    })
    socket.on('close', () => process.close())
  })
  const address = addressOf(socketName)
  // Left by one that was killed.
  if ('path' in address) rmSync(address.path, { force: true })
  // The gateway is another user.
  return server.listen({ ...address, writableAll: true })
}

function addressOf(socketName: string): { path: string } | { host: string; port: number } {
  const [, host = '', port] = /^([^/]*):(\d+)$/.exec(socketName) ?? []
  return port ? { host, port: Number(port) } : { path: socketName }
}

/** An error is followed by `close`. */
function linesOf(socket: Socket, onLine: (line: string) => void): void {
  socket.on('error', () => undefined)
  createInterface({ input: socket })
    .on('line', onLine)
    .on('error', () => undefined)
}
