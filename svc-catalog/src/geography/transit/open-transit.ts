import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { dayOf } from '@offquad/service-kit'
import { type BusNetwork, createBusTimes } from './bus-times'
import { DAY_MS, dayText } from './feed-values'
import { type Timetable } from './timetable'

interface TransitDeps {
  config: { GTFS_FILE?: string }
  now: () => Date
  log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
    error(fields: object, message: string): void
  }
}

/** The bus network, and the timetable it was computed from. */
export interface Transit extends BusNetwork {
  timetable: Pick<Timetable, 'agencies' | 'day'>
}

/**
 * Reads the feed at GTFS_FILE; undefined without one or if it is unusable, as the rest of the service does not need it.
 * @param readerFile absolute path of the module that the reading thread runs
 * @param mostSeconds limit for reading the feed
 */
export async function openTransit(
  { config, now, log }: TransitDeps,
  readerFile: string,
  mostSeconds = MOST_SECONDS,
): Promise<Transit | undefined> {
  const file = config.GTFS_FILE
  if (!file) return undefined
  try {
    const today = Date.parse(dayOf(now())) / DAY_MS
    const timetable = await readInThread(readerFile, { file, today }, mostSeconds)
    const { agencies, day, stops, lines, runs } = timetable
    log.info(
      { file, day, stops: stops.length, lines: lines.length, runs: runs.length },
      'bus timetable loaded',
    )
    if (day < dayText(today)) log.warn({ file, day }, 'the bus timetable has expired: replace GTFS_FILE')
    return { ...createBusTimes(timetable), timetable: { agencies, day } }
  } catch (err) {
    log.error({ file, err }, 'GTFS_FILE cannot be used: there are no times by bus')
    return undefined
  }
}

/** A feed that unpacks to more than this ends the thread that reads it, not the service. */
const MOST_MEGABYTES = 96
const MOST_SECONDS = 30

async function readInThread(
  readerFile: string,
  workerData: { file: string; today: number },
  mostSeconds: number,
): Promise<Timetable> {
  const thread = new Worker(readerFile, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  })
  const stopWaiting = new AbortController()
  const tooLate = delay(mostSeconds * 1000, undefined, { signal: stopWaiting.signal }).then(() => {
    throw new Error(`it takes longer than ${mostSeconds} s to read: cut the region out of the feed`)
  })
  try {
    const [timetable] = (await Promise.race([once(thread, 'message'), tooLate])) as [Timetable]
    return timetable
  } finally {
    stopWaiting.abort()
    await thread.terminate()
  }
}
