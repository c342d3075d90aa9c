import { availableParallelism } from 'node:os'
import { createQuarantine } from './quarantine'
import { connectRenderProcess } from './remote-process'
import {
  createRenderProcess,
  DEFAULT_LIMITS,
  type PageReads,
  type ProcessLimits,
  type RenderedPage,
  type Rendering,
  type RenderJob,
  type RenderProcess,
  type VersionSet,
} from './render-process'

/** Outcome of a page: `partly` when a part of it failed, `crashed` when the process ended, `skipped` when too many waited. */
export type RenderOutcome = 'rendered' | 'partly' | 'failed' | 'hung' | 'crashed' | 'skipped'

export interface Renderer {
  /** The job without parts in quarantine, which failed recently; undefined when nothing would be rendered. */
  accepted: (job: RenderJob) => RenderJob | undefined
  /** Asks a page which responses it needs in its data, when a process is free. @returns undefined when it failed, never rejects */
  findReads: (job: RenderJob) => Promise<FoundReads | undefined>
  /** Renders a page when a process is free. @returns undefined when it failed, never rejects */
  render: (job: RenderJob) => Promise<RenderedPage | undefined>
  /** Whether the versions of the page are loaded, so that rendering takes milliseconds. */
  isWarm: (job: RenderJob) => boolean
  /** Ends the processes; pages that are waiting are not rendered. */
  close: () => void
}

export interface FoundReads extends PageReads {
  /** Names of the remotes that could be asked; the reads of the others are missing. */
  remotes: string[]
}

interface RendererOptions extends Partial<ProcessLimits> {
  /** Absolute path of the module that the processes run: child.mjs, or a bundle of it. */
  childFile: string
  /** Socket of the container that has the processes; without it, they are child processes of this one. */
  socketName?: string | undefined
  /**
   * Most processes for live versions, for canaries and for previews each: one, or two on four cores and more.
   * All but the first are started when pages wait.
   */
  processes?: number | undefined
  /**
   * Called once for every page that was accepted; where something was made of it, with the remotes that were not left out.
   * @param detail why, unless it was rendered
   * @param culprits the files at fault, as far as they were found
   */
  onOutcome?: (outcome: RenderOutcome, job: RenderJob, detail?: string, culprits?: string[]) => void
  /** For tests: the time in milliseconds. */
  now?: () => number
}

/** Pages that may wait. Rendering takes about ten milliseconds; whoever waited longer than all of them is not served sooner by it. */
const MAX_QUEUED = 32

/** A page that has waited this long comes too late: most visitors get it without content after 250 ms. */
const LATE_AFTER_MS = 200

/** With this many pages waiting another process starts: it has to load their versions first. */
const WORTH_A_PROCESS = 4

/** After this time without a page, the process of a canary or preview is ended, in milliseconds. */
const IDLE_MS = 60_000

interface Opened extends RenderProcess {
  set: VersionSet
  /** Ends the process while nobody needs it. */
  idle?: NodeJS.Timeout
}

interface Queued {
  job: RenderJob
  /** When it came, in milliseconds. */
  since: number
  resolve: (page: RenderedPage | FoundReads | undefined) => void
}

/** Renders pages in processes that are started when they are first needed and replaced whenever they fail. */
export function openRenderer({
  childFile,
  socketName,
  processes = availableParallelism() >= 4 ? 2 : 1,
  onOutcome = () => undefined,
  now = Date.now,
  ...limits
}: RendererOptions): Renderer {
  /** Pages; files of remotes that cannot be loaded; slots of a page without which it can be rendered. */
  const quarantine = createQuarantine(now)
  const queue: Queued[] = []
  /** The one that was used last is the last. */
  const opened = new Set<Opened>()
  const free = new Set<Opened>()
  let generation = 0
  let isClosed = false

  /** The job without remotes in quarantine; undefined when the page or its own remote is in quarantine. */
  function permitted(job: RenderJob): RenderJob | undefined {
    if (isClosed || job.set.generation < generation || quarantine.has(job.page)) return undefined
    const remotes = job.remotes.filter(
      ({ file }) => !quarantine.has(file) && !quarantine.has(slotOf(job, file)),
    )
    return remotes[0] === job.remotes[0] ? { ...job, remotes } : undefined
  }

  function processFor(job: RenderJob): Opened | undefined {
    const { id, kind } = job.set
    const ofKind = [...opened].filter(({ set }) => set.kind === kind)
    const own = ofKind.filter(({ set }) => set.id === id)
    const ready = own.filter((process) => free.has(process))
    const best = ready.find((process) => process.isWarm(job)) ?? ready[0]
    const isAnotherWorthIt = own.length === 0 || countQueued(({ set }) => set.id === id) >= WORTH_A_PROCESS
    if (best || !isAnotherWorthIt) return best
    if (ofKind.length >= processes) {
      const unused = ofKind.find((process) => free.has(process) && process.set.id !== id)
      if (!unused) return undefined
      end(unused)
    }
    const process = socketName
      ? connectRenderProcess(socketName)
      : createRenderProcess(childFile, { ...DEFAULT_LIMITS, ...limits })
    const another = { ...process, set: job.set }
    opened.add(another)
    return another
  }

  const countQueued = (matches: (job: RenderJob) => boolean) => queue.filter(({ job }) => matches(job)).length

  function end(process: Opened): void {
    clearTimeout(process.idle)
    opened.delete(process)
    free.delete(process)
    process.close()
  }

  function occupy(process: Opened): void {
    clearTimeout(process.idle)
    free.delete(process)
    opened.delete(process)
    opened.add(process)
  }

  function release(process: Opened): void {
    if (!opened.has(process)) return
    free.add(process)
    if (process.set.kind !== 'live') process.idle = setTimeout(() => end(process), IDLE_MS).unref()
  }

  function next(): void {
    // Pages whose data is there before those that are asked for their reads, which would make them late.
    const begun = queue.filter(({ job }) => !job.isForReads)
    const inOrder = [...begun, ...queue.filter(({ job }) => job.isForReads)]
    const isLate = ({ since }: Queued) => now() - since > LATE_AFTER_MS
    for (const queued of [...inOrder.filter((queued) => !isLate(queued)), ...inOrder.filter(isLate)]) {
      const { job, resolve } = queued
      // It may have failed since it came.
      const allowed = permitted(job)
      const process = allowed && processFor(allowed)
      if (allowed && !process) continue
      queue.splice(queue.indexOf(queued), 1)
      if (!allowed || !process) {
        resolve(undefined)
        continue
      }
      occupy(process)
      void renderIn(process, job, allowed).then((page) => {
        release(process)
        resolve(page)
        next()
      })
    }
  }

  async function renderIn(
    process: RenderProcess,
    job: RenderJob,
    allowed: RenderJob,
  ): Promise<RenderedPage | FoundReads | undefined> {
    const { made, suspects, why } = await renderWithoutSuspects(process, allowed)
    if (!('page' in made)) {
      const { outcome, detail, isShell } = made
      const own = isShell ? job.shell : job.remotes[0]?.file
      if (outcome === 'ended') onOutcome('skipped', job, detail)
      else {
        quarantine.add(job.page)
        onOutcome(outcome, job, detail, own === undefined ? [] : [own])
      }
      return undefined
    }
    const { page, unloadable } = made
    const rendered = allowed.remotes.filter((remote) => !suspects.includes(remote))
    const asked = rendered.filter(({ file }) => !unloadable.includes(file)).map(({ name }) => name)
    // Files that cannot be loaded are reported when the page is rendered.
    if ('reads' in page && suspects.length === 0) return { ...page, remotes: asked }
    quarantine.release(job.page)
    for (const { file } of suspects) quarantine.add(slotOf(job, file))
    for (const { file } of rendered) {
      quarantine.release(slotOf(job, file))
      if (unloadable.includes(file)) quarantine.add(file)
      else quarantine.release(file)
    }
    const leftOut = job.remotes
      .filter((remote) => !rendered.includes(remote))
      .map((remote) => `${remote.name}: left out, ${suspects.includes(remote) ? why : 'it failed recently'}`)
    const failures = 'reads' in page ? leftOut : [...page.failures, ...leftOut]
    const culprits = [...unloadable, ...suspects.map(({ file }) => file)]
    onOutcome(
      failures.length > 0 ? 'partly' : 'rendered',
      { ...job, remotes: rendered },
      failures.join('; '),
      culprits,
    )
    return 'reads' in page ? { ...page, remotes: asked } : { ...page, failures }
  }

  /**
   * A page that fails is tried again without the slots of other teams: alone, which tells whether it is at fault itself, then
   * with one of them at a time.
   */
  async function renderWithoutSuspects(process: RenderProcess, job: RenderJob): Promise<Attempt> {
    const slots = job.remotes.slice(1)
    const without = async (suspects: RenderJob['remotes']) => {
      const tried = { ...job, remotes: job.remotes.filter((remote) => !suspects.includes(remote)) }
      const made = await process.render(tried)
      return isEnded(made) && !isOver(job) ? process.render(tried) : made
    }
    const whole = await without([])
    if ('page' in whole || whole.isShell || isEnded(whole) || slots.length === 0)
      return { made: whole, suspects: [] }
    const alone = await without(slots)
    if (!('page' in alone)) return { made: isEnded(alone) ? alone : whole, suspects: [] }
    const suspects: RenderJob['remotes'][number][] = []
    if (slots.length > 1)
      for (const slot of slots) {
        const made = await without(slots.filter((remote) => remote !== slot))
        if (!('page' in made) && !isEnded(made)) suspects.push(slot)
      }
    const innocent = suspects.length > 0 && suspects.length < slots.length
    const made = innocent ? await without(suspects) : alone
    const why = whole.detail
    return 'page' in made && innocent ? { made, suspects, why } : { made: alone, suspects: slots, why }
  }

  function enqueue(job: RenderJob): Promise<RenderedPage | FoundReads | undefined> {
    const { kind } = job.set
    const isFull = countQueued(({ set }) => set.kind === kind) >= MAX_QUEUED
    const oldest = isFull ? queue.find((queued) => queued.job.set.kind === kind) : undefined
    if (oldest) {
      queue.splice(queue.indexOf(oldest), 1)
      onOutcome('skipped', oldest.job)
      oldest.resolve(undefined)
    }
    return new Promise((resolve) => {
      queue.push({ job, since: now(), resolve })
      next()
    })
  }

  const isOver = ({ set }: RenderJob) => isClosed || set.generation < generation

  return {
    accepted(job) {
      if (job.set.generation > generation) {
        // A process that outlives its set would take what it has seen along.
        generation = job.set.generation
        for (const process of opened) end(process)
      }
      return permitted(job)
    },
    isWarm(job) {
      const allowed = permitted(job)
      return (
        allowed !== undefined &&
        [...opened].some(({ set, isWarm }) => set.id === job.set.id && isWarm(allowed))
      )
    },
    async findReads(job) {
      const made = await enqueue({ ...job, isForReads: true })
      return made && 'reads' in made ? made : undefined
    },
    async render(job) {
      const made = await enqueue(job)
      return made && 'html' in made ? made : undefined
    },
    close() {
      isClosed = true
      for (const { resolve } of queue.splice(0)) resolve(undefined)
      for (const process of opened) end(process)
    },
  }
}

/** The key of a remote's slots on a page. */
const slotOf = ({ page }: RenderJob, file: string) => `${page}\n${file}`

interface Attempt {
  made: Rendering
  /** Remotes without which it succeeded. */
  suspects: RenderJob['remotes']
  /** The failure with them. */
  why?: string
}

const isEnded = (made: Rendering): boolean => 'outcome' in made && made.outcome === 'ended'
