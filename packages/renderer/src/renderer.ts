import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createQuarantine } from './quarantine'

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
  /** The remotes that it may show, with the absolute paths of their server parts. */
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

/** What became of a page: `partly` when a part of it failed, `crashed` when the process ended, `skipped` when too many waited. */
export type RenderOutcome = 'rendered' | 'partly' | 'failed' | 'hung' | 'crashed' | 'skipped'

export interface Renderer {
  /**
   * Renders a page; concurrent calls are rendered one after the other.
   * @returns undefined when it failed; not even a promise while the page is quarantined, because it failed recently
   */
  render: (job: RenderJob) => Promise<RenderedPage | undefined> | undefined
  /** Whether the versions of the page are loaded, so that rendering takes milliseconds. */
  isWarm: (job: RenderJob) => boolean
  /** Ends the process; pages that are waiting are not rendered. */
  close: () => void
}

interface RendererOptions {
  /** Absolute path of the module that the process runs: child.mjs, or a bundle of it. */
  childFile: string
  /** Called once per page. @param detail why, unless it was rendered */
  onOutcome?: (outcome: RenderOutcome, job: RenderJob, detail?: string) => void
  /**
   * After this time without a result the process is killed, in milliseconds; a process that a busy machine has kept from running
   * gets more, up to ten times as much.
   */
  hangMs?: number
  /** Limit of the process's heap, in megabytes; beyond it the process aborts. */
  heapMb?: number
  /** Limit of its resident memory, in megabytes, which arrays of bytes outside of the heap count towards. Where the system has /proc. */
  memoryMb?: number
}

/** Pages that may wait. Rendering takes about ten milliseconds; whoever waited longer than all of them is not served sooner by it. */
const MAX_QUEUED = 32

/** To load the versions of a page takes longer than to render it. */
const LOAD_FACTOR = 3

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

interface Queued {
  job: RenderJob
  resolve: (page: RenderedPage | undefined) => void
}

interface Running extends Queued {
  id: number
  timer: NodeJS.Timeout | undefined
  meter: NodeJS.Timeout
}

interface Reply {
  id: number
  heapBytes: number
  page?: RenderedPage
  error?: string
}

/** Renders pages in a process that is started when it is first needed and replaced whenever it fails. */
export function openRenderer({
  childFile,
  onOutcome = () => undefined,
  hangMs = 1_000,
  heapMb = 160,
  memoryMb = 400,
}: RendererOptions): Renderer {
  const quarantine = createQuarantine()
  const queue: Queued[] = []
  let child: ChildProcess | undefined
  let loaded = new Set<string>()
  let running: Running | undefined
  let lastId = 0
  let isClosed = false

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
    started.on('message', (reply) => {
      if (started === child) finish(reply as Reply)
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

  function next(): void {
    if (running || isClosed) return
    // The newest first: under load those that wait the longest have been answered without content, and theirs comes too late.
    const queued = queue.pop()
    if (!queued) return
    child ??= start()
    const { job } = queued
    const ms = isWarm(job) ? hangMs : hangMs * LOAD_FACTOR
    const id = ++lastId
    const startedMs = processorMs(child.pid)
    const endAt = Date.now() + ms * BUSY_FACTOR
    const judge = () => {
      const isStarved = !isWaiting(child?.pid) && processorMs(child?.pid) - startedMs < ms
      if (running?.id === id && isStarved && Date.now() < endAt) running.timer = setTimeout(judge, ms / 2)
      else lose(child, 'hung', `no result within ${ms} ms`)
    }
    const meter = setInterval(() => {
      if (residentMegabytes(child?.pid) > memoryMb) lose(child, 'crashed', `more than ${memoryMb} MB`)
    }, MEASURE_EVERY_MS)
    running = { ...queued, id, timer: setTimeout(judge, ms), meter }
    const { template, url, data, shell, remotes } = job
    // When the process has ended just now, `exit` follows.
    child.send({ id, template, url, data, shell, remotes }, () => undefined)
  }

  function settle(page: RenderedPage | undefined, outcome: RenderOutcome, detail?: string): void {
    if (!running) return
    const { job, resolve, timer, meter } = running
    running = undefined
    clearTimeout(timer)
    clearInterval(meter)
    if (page) quarantine.release(job.page)
    else quarantine.add(job.page)
    onOutcome(outcome, job, detail)
    resolve(page)
  }

  function finish({ id, heapBytes, page, error }: Reply): void {
    if (running?.id !== id) return
    const { shell, remotes } = running.job
    loaded.add(shell)
    for (const { file } of remotes) loaded.add(shellAndRemote(shell, file))
    if (page) settle(page, page.failures.length > 0 ? 'partly' : 'rendered', page.failures.join('; '))
    else settle(undefined, 'failed', error)
    if (heapBytes > heapMb * 1024 * 1024 * MAX_HEAP_SHARE) discard()
    next()
  }

  /** The process is of no more use: the page that it was rendering has failed, the others get another process. */
  function lose(lost: ChildProcess | undefined, outcome: RenderOutcome, detail: string): void {
    if (!lost || lost !== child) return
    discard()
    settle(undefined, outcome, detail)
    next()
  }

  function discard(): void {
    const old = child
    child = undefined
    loaded = new Set()
    old?.kill('SIGKILL')
  }

  return {
    isWarm,
    render(job) {
      if (isClosed || quarantine.has(job.page)) return undefined
      const oldest = queue.length >= MAX_QUEUED ? queue.shift() : undefined
      if (oldest) {
        onOutcome('skipped', oldest.job)
        oldest.resolve(undefined)
      }
      return new Promise((resolve) => {
        queue.push({ job, resolve })
        next()
      })
    },
    close() {
      isClosed = true
      discard()
      clearTimeout(running?.timer)
      clearInterval(running?.meter)
      running?.resolve(undefined)
      running = undefined
      for (const { resolve } of queue.splice(0)) resolve(undefined)
    },
  }
}

const shellAndRemote = (shell: string, remote: string) => `${shell} ${remote}`

/** 0 where it is unknown. */
function residentMegabytes(pid: number | undefined): number {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) / 1024
  } catch {
    return 0
  }
}

/** A tick of the times in /proc, in milliseconds: the same on every Linux. */
const TICK_MS = 10

/** How long a process has run on a processor, in milliseconds; infinitely long where that is unknown. */
function processorMs(pid: number | undefined): number {
  const fields = statOf(pid)
  return fields ? (Number(fields[11]) + Number(fields[12])) * TICK_MS : Infinity
}

/** Whether a process waits for anything but a processor. */
const isWaiting = (pid: number | undefined): boolean => statOf(pid)?.[0] === 'S'

/** The fields of /proc/PID/stat after the name of the program, which may contain spaces. */
function statOf(pid: number | undefined): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
  } catch {
    return undefined
  }
}
