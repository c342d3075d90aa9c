import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isWaiting, processorMs, residentMegabytes } from './process-usage'

/** The versions that a visitor gets. Each set has processes of its own. */
export interface VersionSet {
  id: string
  /** Sets of one kind take each other's place, and never that of another kind. */
  kind: 'live' | 'canary' | 'preview'
  /** Increases whenever what the site serves changes; sets of before are over. */
  generation: number
}

/** A page to render. */
export interface RenderJob {
  set: VersionSet
  /** Identifies the page with its versions: after a failure it is not rendered for a while. */
  page: string
  /** The pattern of its path: /apartment/:aptId. */
  template: string
  /** Path and query. */
  url: string
  /** The page data of the contract, as JSON. */
  data: string
  /** Whether the page is asked for its reads, instead of rendered. */
  isForReads?: boolean
  /** Their IP address. A function, because those are not sent to the process, which has no business with it. */
  ip: () => string
  /** Absolute path of the shell's server part. */
  shell: string
  /** The remotes that it may show, its own first, with the absolute paths of their server parts. */
  remotes: readonly { name: string; file: string }[]
}

export interface RenderedPage {
  /** The content of #root. */
  html: string
  /** Style elements for the head. */
  styles: string
  /** Names of the remotes that it shows. */
  remotes: string[]
  /** Messages about parts that failed, which the browser renders. */
  failures: string[]
}

/** Paths of the calls whose responses a page needs in its data. */
export interface PageReads {
  reads: string[]
}

/**
 * The result of rendering a page. With `hung` and `crashed` the page ended the process; `ended` means that something outside did,
 * which is not the page's fault.
 */
export type Rendering =
  | {
      page: RenderedPage | PageReads
      /** The files of remotes that could not be loaded. */
      unloadable: string[]
    }
  | {
      outcome: 'failed' | 'hung' | 'crashed' | 'ended'
      detail: string
      /** Whether the shell cannot even be loaded. */
      isShell?: boolean
    }

/** A process that renders one page at a time. It is started for the first page, and again after it has ended. */
export interface RenderProcess {
  isWarm: (job: RenderJob) => boolean
  /** Never rejects. */
  render: (job: RenderJob) => Promise<Rendering>
  /** Ends the process, and the page that it renders. */
  close: () => void
}

export interface ProcessLimits {
  /**
   * After this time without a result the process is killed, in milliseconds; to load the versions of a page it has six times
   * as much before. A process that a busy machine has kept from running gets more, up to ten times as much.
   */
  hangMs: number
  /** Limit of the process's heap, in megabytes; beyond it the process aborts. */
  heapMb: number
  /** Limit of its resident memory, in megabytes, which arrays of bytes outside of the heap count towards. Where the system has /proc. */
  memoryMb: number
}

export const DEFAULT_LIMITS: ProcessLimits = { hangMs: 500, heapMb: 160, memoryMb: 400 }

/** Factor on the time limit for a page while its versions are loaded. */
const LOAD_FACTOR = 6

/** Factor on the time limit for a page on a machine that is too busy to run its process. */
const BUSY_FACTOR = 10

/** Interval of measuring the memory of a process that renders, in milliseconds. Most pages are done sooner. */
const MEASURE_EVERY_MS = 50

/** Files are not for the process to read: it gets their texts. */
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission'

/** Sent when the versions of a page are loaded. */
interface Loaded {
  id: number
  unloadable: string[]
}

interface Reply {
  id: number
  page?: RenderedPage | PageReads
  error?: string
  isShell?: boolean
}

interface Running {
  id: number
  job: RenderJob
  unloadable: string[]
  settle: (rendering: Rendering) => void
  /** Ends the supervision. */
  release: () => void
}

/**
 * @param childFile absolute path of the module that the process runs
 * @param textOf reads a server part; null where it cannot be read
 */
export function createRenderProcess(
  childFile: string,
  { hangMs, heapMb, memoryMb }: ProcessLimits,
  textOf = readText,
): RenderProcess {
  let child: ChildProcess | undefined
  let sent = new Set<string>()
  let loaded = new Set<string>()
  let running: Running | undefined
  let lastId = 0

  const isWarm = ({ shell, remotes }: RenderJob) =>
    loaded.has(shell) && remotes.every(({ file }) => loaded.has(shellAndRemote(shell, file)))

  function start(): ChildProcess {
    const started = fork(childFile, [], {
      // Neither the settings of the gateway nor its secrets.
      env: {},
      execArgv: [
        // No file but its own, no other process, no thread.
        PERMISSION,
        `--allow-fs-read=${path.dirname(childFile)}/`,
        '--frozen-intrinsics',
        `--max-old-space-size=${heapMb}`,
        // V8's default would take up to 48 MB of memory, which pages have no use for.
        '--max-semi-space-size=8',
        '--disallow-code-generation-from-strings',
      ],
      // A process that runs out of memory writes pages of text.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    started.on('message', (message) => {
      if (started !== child || running?.id !== (message as Reply).id) return
      if ('unloadable' in (message as object)) onLoaded(running, message as Loaded, started)
      else finish(running, message as Reply)
    })
    started.on('error', () => lose(started, 'crashed', 'the process cannot be started'))
    started.on('exit', (code, signal) =>
      lose(
        started,
        signal === 'SIGKILL' ? 'ended' : 'crashed',
        `the process ended (${signal ?? `code ${code}`})`,
      ),
    )
    // It must not keep the gateway alive.
    started.unref()
    started.channel?.unref()
    return started
  }

  function onLoaded(page: Running, { unloadable }: Loaded, process: ChildProcess): void {
    const { shell, remotes } = page.job
    page.unloadable = unloadable
    loaded.add(shell)
    for (const { file } of remotes) if (!unloadable.includes(file)) loaded.add(shellAndRemote(shell, file))
    page.release()
    page.release = supervise(process, hangMs)
  }

  function finish({ settle, unloadable }: Running, { page, error = '', isShell = false }: Reply): void {
    settle(page ? { page, unloadable } : { outcome: 'failed', detail: error, isShell })
  }

  function lose(lost: ChildProcess, outcome: 'hung' | 'crashed' | 'ended', detail: string): void {
    if (lost !== child) return
    discard()
    running?.settle({ outcome, detail })
  }

  function discard(): void {
    const old = child
    child = undefined
    sent = new Set()
    loaded = new Set()
    old?.kill('SIGKILL')
  }

  /** Kills the process when it takes too long or grows too large. @returns ends the supervision */
  function supervise(supervised: ChildProcess, ms: number): () => void {
    const startedMs = processorMs(supervised.pid)
    const endAt = Date.now() + ms * BUSY_FACTOR
    const judge = () => {
      const isStarved = !isWaiting(supervised.pid) && processorMs(supervised.pid) - startedMs < ms
      if (isStarved && Date.now() < endAt) timer = judgeAfter(ms / 2)
      else lose(supervised, 'hung', `no result within ${ms} ms`)
    }
    // It was this process that stood still if the result has arrived by now: messages are read after timers.
    const judgeAfter = (delayMs: number) => setTimeout(() => (decision = setImmediate(judge)), delayMs)
    let decision: NodeJS.Immediate | undefined
    let timer = judgeAfter(ms)
    const meter = setInterval(() => {
      if (residentMegabytes(supervised.pid) > memoryMb)
        lose(supervised, 'crashed', `more than ${memoryMb} MB`)
    }, MEASURE_EVERY_MS)
    return () => {
      clearTimeout(timer)
      clearImmediate(decision)
      clearInterval(meter)
    }
  }

  async function begin({ id, job }: Running): Promise<void> {
    const files = filesOf(job).filter((file) => !sent.has(file))
    const sources = await Promise.all(files.map(async (file) => [file, await textOf(file)] as const))
    if (running?.id !== id) return
    child ??= start()
    running.release = supervise(child, hangMs * LOAD_FACTOR)
    for (const file of files) sent.add(file)
    // When the process has ended just now, `exit` follows.
    child.send({ ...job, id, sources: Object.fromEntries(sources) }, () => undefined)
  }

  return {
    isWarm,
    render: (job) =>
      new Promise((resolve) => {
        const settle = (rendering: Rendering) => {
          running?.release()
          running = undefined
          resolve(rendering)
        }
        running = { id: ++lastId, job, unloadable: [], settle, release: () => undefined }
        begin(running).catch((error: unknown) => {
          // Without memory or file descriptors there is no process, or none that can be talked to.
          discard()
          settle({ outcome: 'crashed', detail: String(error) })
        })
      }),
    close() {
      discard()
      running?.settle({ outcome: 'ended', detail: 'closed' })
    },
  }
}

export const readText = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null)

export const filesOf = ({ shell, remotes }: RenderJob): string[] => [
  shell,
  ...remotes.map(({ file }) => file),
]

const shellAndRemote = (shell: string, remote: string) => `${shell} ${remote}`
