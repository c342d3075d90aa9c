import { rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import {
  createRenderProcess,
  DEFAULT_LIMITS,
  filesOf,
  type ProcessLimits,
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

/** A process in another container. Each has a connection of its own. @param socketFile where that container listens */
export function connectRenderProcess(socketFile: string): RenderProcess {
  let socket: Socket | undefined
  let sent = new Set<string>()
  let loaded = new Set<string>()
  let settle: (rendering: Rendering) => void = () => undefined

  function open(): Socket {
    const opened = connect(socketFile).unref()
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
        current.write(`${JSON.stringify({ job, sources } satisfies Request)}\n`)
      }
      const made = await rendering
      const isLoaded = (file: string) => 'page' in made && !made.unloadable.includes(file)
      loaded = new Set(filesOf(job).filter(isLoaded))
      return made
    },
    close: () => lose('closed'),
  }
}

/** Renders for those who connect, in a process for each connection. @returns what closes it */
export function serveRenderer(
  socketFile: string,
  childFile: string,
  limits: ProcessLimits = DEFAULT_LIMITS,
): Server {
  const server = createServer((socket) => {
    const texts = new Map<string, string | null>()
    const process = createRenderProcess(childFile, limits, async (file) => texts.get(file) ?? null)
    linesOf(socket, (line) => {
      const { job, sources } = JSON.parse(line) as Request
      for (const [file, text] of sources) texts.set(file, text)
      void process.render(job).then((made) => socket.write(`${JSON.stringify(made)}\n`))
    })
    socket.on('close', () => process.close())
  })
  // Left by one that was killed.
  rmSync(socketFile, { force: true })
  // The gateway is another user.
  return server.listen({ path: socketFile, writableAll: true })
}

/** An error is followed by `close`. */
function linesOf(socket: Socket, onLine: (line: string) => void): void {
  socket.on('error', () => undefined)
  createInterface({ input: socket })
    .on('line', onLine)
    .on('error', () => undefined)
}
