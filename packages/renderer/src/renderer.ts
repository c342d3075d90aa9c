import { availableParallelism } from 'node:os'
import { createQuarantine } from './quarantine'
import {
  createRenderProcess,
  type ProcessLimits,
  type RenderedPage,
  type Rendering,
  type RenderJob,
  type RenderProcess,
} from './render-process'

/** What became of a page: `partly` when a part of it failed, `crashed` when the process ended, `skipped` when too many waited. */
export type RenderOutcome = 'rendered' | 'partly' | 'failed' | 'hung' | 'crashed' | 'skipped'

export interface Renderer {
  /** Whether a page would be rendered now: not while it is in quarantine, because it failed recently. */
  accepts: (job: RenderJob) => boolean
  /** Renders a page when a process is free. @returns undefined when it failed, never rejects */
  render: (job: RenderJob) => Promise<RenderedPage | undefined>
  /** Whether the versions of the page are loaded, so that rendering takes milliseconds. */
  isWarm: (job: RenderJob) => boolean
  /** Ends the processes; pages that are waiting are not rendered. */
  close: () => void
}

interface RendererOptions extends Partial<ProcessLimits> {
  /** Absolute path of the module that the processes run: child.mjs, or a bundle of it. */
  childFile: string
  /** How many processes there may be: one, or two on four cores and more. All but the first are started when pages wait. */
  processes?: number | undefined
  /** Called once for every page that was accepted. @param detail why, unless it was rendered */
  onOutcome?: (outcome: RenderOutcome, job: RenderJob, detail?: string) => void
  /** For tests: the time in milliseconds. */
  now?: () => number
}

/** Pages that may wait. Rendering takes about ten milliseconds; whoever waited longer than all of them is not served sooner by it. */
const MAX_QUEUED = 32

/** So many waiting pages are worth another process, which has to load their versions first. */
const WORTH_A_PROCESS = 4

interface Queued {
  job: RenderJob
  resolve: (page: RenderedPage | undefined) => void
}

/** Renders pages in processes that are started when they are first needed and replaced whenever they fail. */
export function openRenderer({
  childFile,
  processes = availableParallelism() >= 4 ? 2 : 1,
  onOutcome = () => undefined,
  hangMs = 500,
  heapMb = 160,
  memoryMb = 400,
  now,
}: RendererOptions): Renderer {
  /** Pages; files of remotes that cannot be loaded; slots of a page without which it can be rendered. */
  const quarantine = createQuarantine(now)
  const queue: Queued[] = []
  const opened: RenderProcess[] = []
  const free = new Set<RenderProcess>()
  let isClosed = false

  /** What may be rendered of a page now; undefined when its own remote or all of it is in quarantine. */
  function permitted(job: RenderJob): RenderJob | undefined {
    if (isClosed || quarantine.has(job.page)) return undefined
    const remotes = job.remotes.filter(
      ({ file }) => !quarantine.has(file) && !quarantine.has(slotOf(job, file)),
    )
    return remotes[0] === job.remotes[0] ? { ...job, remotes } : undefined
  }

  function processFor(job: RenderJob): RenderProcess | undefined {
    const found = [...free].find((one) => one.isWarm(job)) ?? [...free][0]
    const isAnotherWorthIt = opened.length === 0 || queue.length >= WORTH_A_PROCESS
    if (found || opened.length >= processes || !isAnotherWorthIt) return found
    const another = createRenderProcess(childFile, { hangMs, heapMb, memoryMb })
    opened.push(another)
    free.add(another)
    return another
  }

  function next(): void {
    // The newest first: under load those that wait the longest have been answered without content, and theirs comes too late.
    for (let queued = queue.at(-1); queued; queued = queue.at(-1)) {
      const { job, resolve } = queued
      // It may have failed since it came.
      const allowed = permitted(job)
      const process = allowed && processFor(allowed)
      if (allowed && !process) return
      queue.pop()
      if (!allowed || !process) {
        resolve(undefined)
        continue
      }
      free.delete(process)
      void renderIn(process, job, allowed).then((page) => {
        free.add(process)
        resolve(page)
        next()
      })
    }
  }

  async function renderIn(
    process: RenderProcess,
    job: RenderJob,
    allowed: RenderJob,
  ): Promise<RenderedPage | undefined> {
    const { made, suspects, why } = await renderWithoutSuspects(process, allowed)
    if (!('page' in made)) {
      if (!isClosed) {
        quarantine.add(job.page)
        onOutcome(made.outcome, job, made.detail)
      }
      return undefined
    }
    const { page, unloadable } = made
    quarantine.release(job.page)
    const rendered = allowed.remotes.filter((one) => !suspects.includes(one))
    for (const { file } of suspects) quarantine.add(slotOf(job, file))
    for (const { file } of rendered) {
      quarantine.release(slotOf(job, file))
      if (unloadable.includes(file)) quarantine.add(file)
      else quarantine.release(file)
    }
    const leftOut = job.remotes
      .filter((one) => !rendered.includes(one))
      .map((one) => `${one.name}: left out, ${suspects.includes(one) ? why : 'it failed recently'}`)
    const failures = [...page.failures, ...leftOut]
    onOutcome(failures.length > 0 ? 'partly' : 'rendered', job, failures.join('; '))
    return { ...page, failures }
  }

  /** A page that took its process along is tried again without the slots of other teams, then without one of them at a time. */
  async function renderWithoutSuspects(process: RenderProcess, job: RenderJob): Promise<Attempt> {
    const whole = await process.render(job)
    const slots = job.remotes.slice(1)
    if (!isLost(whole) || slots.length === 0) return { made: whole, suspects: [] }
    const without = (suspects: RenderJob['remotes']) =>
      process.render({ ...job, remotes: job.remotes.filter((one) => !suspects.includes(one)) })
    const why = whole.detail
    const alone = await without(slots)
    // It is the page's own fault.
    if (!('page' in alone)) return { made: whole, suspects: [] }
    if (slots.length > 1)
      for (const suspect of slots) {
        const made = await without([suspect])
        if ('page' in made) return { made, suspects: [suspect], why }
      }
    return { made: alone, suspects: slots, why }
  }

  return {
    accepts: (job) => permitted(job) !== undefined,
    isWarm(job) {
      const allowed = permitted(job)
      return allowed !== undefined && opened.some((one) => one.isWarm(allowed))
    },
    render(job) {
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
      for (const { resolve } of queue.splice(0)) resolve(undefined)
      for (const process of opened) process.close()
    },
  }
}

/** The key of a remote's slots on a page. */
const slotOf = ({ page }: RenderJob, file: string) => `${page}\n${file}`

interface Attempt {
  made: Rendering
  /** Remotes without which it succeeded. */
  suspects: RenderJob['remotes']
  /** What happened with them. */
  why?: string
}

type LostRendering = Extract<Rendering, { outcome: string }>

const isLost = (made: Rendering): made is LostRendering =>
  'outcome' in made && (made.outcome === 'hung' || made.outcome === 'crashed')
