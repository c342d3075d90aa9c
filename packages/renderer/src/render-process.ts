import { type ChildProcess, fork } from 'node:child_process'
import { isWaiting, processorMs, residentMegabytes } from './process-usage'

/** A page to render. */
export interface RenderJob {
  /** Identifies the page with its versions: after a failure it is not rendered for a while. */
  page: string
  /** The pattern of its path: /apartment/:aptId. */
  template: string
  /** Path and query. */
  url: string
  /** The page data of the contract, as JSON. */
  data: string
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
  /** Paths of the public reads that its components made and whose responses were not in the data. */
  calls?: string[]
}

/** What a process made of a page. `hung` and `crashed` ended the process. */
export type Rendering =
  | {
      page: RenderedPage
      /** The files of remotes that could not be loaded. */
      unloadable: string[]
    }
  | { outcome: 'failed' | 'hung' | 'crashed'; detail: string }

/** A process that renders one page at a time. It is started for the first page, and again after it has ended. */
export interface RenderProcess {
  isWarm: (job: RenderJob) => boolean
  /** Never rejects. */
  render: (job: RenderJob) => Promise<Rendering>
  /** Ends the process; the page that it renders has crashed. */
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

/** How much longer than to render a page it may take to load its versions. */
const LOAD_FACTOR = 6

/** How many times the limit a page may take on a machine that is too busy to run its process. */
const BUSY_FACTOR = 10

/** How often the memory of the process is measured while it renders, in milliseconds. Most pages are done sooner. */
const MEASURE_EVERY_MS = 50

/** From this share of its heap on, the process is replaced while it is idle, before it aborts within a page. */
const MAX_HEAP_SHARE = 0.6

/** Settings of glibc: what was freed goes back to the system at once, instead of staying with the process. */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/** Sent when the versions of a page are loaded. */
interface Loaded {
  id: number
  unloadable: string[]
}

interface Reply {
  id: number
  heapBytes: number
  page?: RenderedPage
  error?: string
}

interface Running {
  id: number
  job: RenderJob
  unloadable: string[]
  settle: (rendering: Rendering) => void
  /** Ends the supervision. */
  release: () => void
}

/** @param childFile absolute path of the module that the process runs */
export function createRenderProcess(
  childFile: string,
  { hangMs, heapMb, memoryMb }: ProcessLimits,
): RenderProcess {
  let child: ChildProcess | undefined
  let loaded = new Set<string>()
  let running: Running | undefined
  let lastId = 0

  const isWarm = ({ shell, remotes }: RenderJob) =>
    loaded.has(shell) && remotes.every(({ file }) => loaded.has(shellAndRemote(shell, file)))

  function start(): ChildProcess {
    const started = fork(childFile, [], {
      // Neither the settings of the gateway nor its secrets.
      env: ALLOCATOR,
      execArgv: [
        `--max-old-space-size=${heapMb}`,
        // A page leaves little behind that a larger young generation would save from being copied.
        '--max-semi-space-size=2',
        '--disallow-code-generation-from-strings',
      ],
      // A process that runs out of memory writes pages of text.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    started.on('message', (message) => {
      if (started !== child || running?.id !== (message as Reply).id) return
      if ('heapBytes' in (message as object)) finish(running, message as Reply)
      else onLoaded(running, message as Loaded, started)
    })
    started.on('error', () => lose(started, 'crashed', 'the process cannot be started'))
    started.on('exit', (code, signal) =>
      lose(started, 'crashed', `the process ended (${signal ?? `code ${code}`})`),
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

  function finish({ settle, unloadable }: Running, { heapBytes, page, error = '' }: Reply): void {
    if (heapBytes > heapMb * 1024 * 1024 * MAX_HEAP_SHARE) discard()
    settle(page ? { page, unloadable } : { outcome: 'failed', detail: error })
  }

  function lose(lost: ChildProcess | undefined, outcome: 'hung' | 'crashed', detail: string): void {
    if (lost !== child) return
    discard()
    running?.settle({ outcome, detail })
  }

  function discard(): void {
    const old = child
    child = undefined
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

  return {
    isWarm,
    render(job) {
      return new Promise((resolve) => {
        const id = ++lastId
        const settle = (rendering: Rendering) => {
          running?.release()
          running = undefined
          resolve(rendering)
        }
        running = { id, job, unloadable: [], settle, release: () => undefined }
        try {
          child ??= start()
          running.release = supervise(child, isWarm(job) ? hangMs : hangMs * LOAD_FACTOR)
          const { template, url, data, shell, remotes } = job
          // When the process has ended just now, `exit` follows.
          child.send({ id, template, url, data, shell, remotes }, () => undefined)
        } catch (error) {
          // Without memory or file descriptors there is no process, or none that can be talked to.
          discard()
          settle({ outcome: 'crashed', detail: String(error) })
        }
      })
    },
    close() {
      discard()
      running?.settle({ outcome: 'crashed', detail: 'closed' })
    },
  }
}

const shellAndRemote = (shell: string, remote: string) => `${shell} ${remote}`
