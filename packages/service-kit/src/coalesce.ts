import { setTimeout as delay } from 'node:timers/promises'
import { responsesInvalidated } from '@offquad/contracts'
import { type Events } from './events'

const LONGEST_REST_MS = 1_000

/**
 * Coalesces calls of an expensive function. A call that arrives during a run waits for the next run, which starts after the
 * call. So every caller sees all writes before its call, and any number of concurrent calls need at most two runs.
 * @param run never runs concurrently with itself
 * @param options.shareOfTime share of the time that runs may take, from 0 to 1: after each run callers wait accordingly, but
 * for a second at most
 * @returns resolves and rejects as the run that the call waits for
 */
export function coalesce<Result>(
  run: () => Promise<Result>,
  { shareOfTime = 1 } = {},
): () => Promise<Result> {
  let running: Promise<unknown> | undefined
  let next: Promise<Result> | undefined

  const restSince = (startedAt: number): Promise<unknown> =>
    delay(Math.min(LONGEST_REST_MS, (performance.now() - startedAt) * (1 / shareOfTime - 1)))

  function start(): Promise<Result> {
    const startedAt = performance.now()
    const result = run()
    const ended = result.catch(() => undefined)
    running = (shareOfTime < 1 ? ended.then(() => restSince(startedAt)) : ended).finally(() => {
      // A call that arrives before the next run has started joins that run.
      if (!next) running = undefined
    })
    return result
  }

  return () => {
    if (!running) return start()
    next ??= running.then(() => {
      next = undefined
      return start()
    })
    return next
  }
}

interface PendingWrite<T> {
  item: T
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * Groups the writes that arrive while others are being stored into one request: under load the database gets no more requests
 * than it can handle, and without load no write waits.
 * @param maxItems maximum number of writes in one request
 * @returns resolves once the write is stored; when a request fails, all writes in it reject
 */
export function groupWrites<T>(
  store: (items: T[]) => Promise<unknown>,
  maxItems: number,
): (item: T) => Promise<void> {
  let pending: PendingWrite<T>[] = []

  const storePending = coalesce(async () => {
    while (pending.length > 0) {
      const group = pending.slice(0, maxItems)
      pending = pending.slice(maxItems)
      try {
        await store(group.map(({ item }) => item))
        for (const { resolve } of group) resolve()
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
  })

  return (item) =>
    new Promise((resolve, reject) => {
      pending.push({ item, resolve, reject })
      void storePending()
    })
}

const SPACING_MS = 50

export interface ThrottledPublish {
  publish(): void
  close(): void
}

/** Calls `publish` at once, but at most once in `spacingMs`, however often it is requested; the last request is never lost. */
export function throttlePublish(publish: () => void, spacingMs = SPACING_MS): ThrottledPublish {
  let timer: NodeJS.Timeout | undefined
  let isRequested = false

  function publishNow(): void {
    isRequested = false
    timer = setTimeout(finishSpacing, spacingMs)
    publish()
  }

  function finishSpacing(): void {
    timer = undefined
    if (isRequested) publishNow()
  }

  return {
    publish() {
      if (timer) isRequested = true
      else publishNow()
    },
    close() {
      clearTimeout(timer)
    },
  }
}

/** More resources than this are published as "everything". */
const MAX_RESOURCES = 500

export interface InvalidationPublisher extends ThrottledPublish {
  /** @param resources that have changed; absent: any may have changed */
  publish(resources?: readonly string[]): void
}

/** Notifies the gateways that public responses of a service have changed, at most once in 50 ms. */
export function createInvalidationPublisher(
  events: Pick<Events, 'publish'>,
  service: string,
): InvalidationPublisher {
  let changed: Set<string> | undefined = new Set()
  const throttled = throttlePublish(() => {
    void events.publish(responsesInvalidated, { service, ...(changed && { resources: [...changed] }) })
    changed = new Set()
  })
  return {
    publish(resources) {
      for (const resource of resources ?? []) changed?.add(resource)
      if (!resources || (changed && changed.size > MAX_RESOURCES)) changed = undefined
      throttled.publish()
    },
    close: throttled.close,
  }
}
