import { dayOf } from '@offquad/service-kit'
import { type BusNetwork, createBusTimes } from './bus-times'
import { openFeedFiles } from './feed-files'
import { DAY_MS, dayText } from './feed-values'
import { readTimetable } from './read-timetable'
import { type Timetable } from './timetable'

interface TransitDeps {
  config: { GTFS_FILE?: string }
  now: () => Date
  log: Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>
}

/** The bus network, and the timetable it was computed from. */
export interface Transit extends BusNetwork {
  timetable: Pick<Timetable, 'agencies' | 'day'>
}

/**
 * Reads the feed at GTFS_FILE; undefined without one or if it is unusable, as the rest of the service does not need it.
 */
export async function openTransit({ config, now, log }: TransitDeps): Promise<Transit | undefined> {
  const file = config.GTFS_FILE
  if (!file) return undefined
  try {
    const today = Date.parse(dayOf(now())) / DAY_MS
    const timetable = await readFeed(file, today)
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

async function readFeed(file: string, today: number): Promise<Timetable> {
  const feed = await openFeedFiles(file)
  try {
    return await readTimetable(feed, today)
  } finally {
    feed.close()
  }
}
