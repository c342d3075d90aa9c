import { type FeedFiles, FeedError } from './feed-files'
import { readDay } from './feed-values'

/** When the services of a feed run. Days are numbers since 1970. */
export interface ServiceDays {
  runs(service: string, day: number): boolean
  first: number
  last: number
}

interface Calendar {
  /** Sunday first, as in Date. */
  weekdays: boolean[]
  start: number
  end: number
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** Reads calendar.txt and calendar_dates.txt; a feed needs at least one of them. */
export async function readServiceDays(feed: FeedFiles): Promise<ServiceDays> {
  const calendars = feed.has('calendar.txt') ? await readCalendars(feed) : new Map<string, Calendar>()
  const exceptions = feed.has('calendar_dates.txt') ? await readExceptions(feed) : new Map<string, boolean>()
  const days = [
    ...[...calendars.values()].flatMap(({ start, end }) => [start, end]),
    ...[...exceptions.keys()].map((key) => Number(key.slice(0, key.indexOf(' ')))),
  ]
  if (days.length === 0) throw new FeedError('neither calendar.txt nor calendar_dates.txt has a day')
  return {
    runs(service, day) {
      const exception = exceptions.get(exceptionKey(service, day))
      if (exception !== undefined) return exception
      const calendar = calendars.get(service)
      return (
        calendar !== undefined &&
        calendar.start <= day &&
        day <= calendar.end &&
        calendar.weekdays[weekdayOf(day)] === true
      )
    },
    first: days.reduce((least, day) => Math.min(least, day)),
    last: days.reduce((most, day) => Math.max(most, day)),
  }
}

const exceptionKey = (service: string, day: number) => `${day} ${service}`

/** 0 is Sunday. January 1, 1970 was a Thursday. */
const weekdayOf = (day: number) => (day + 4) % 7

async function readCalendars(feed: FeedFiles): Promise<Map<string, Calendar>> {
  const calendars = new Map<string, Calendar>()
  const columns = { required: ['service_id', 'start_date', 'end_date', ...WEEKDAYS] } as const
  await feed.eachRow('calendar.txt', columns, (cells) => {
    calendars.set(cells.service_id, {
      weekdays: WEEKDAYS.map((name) => cells[name] === '1'),
      start: readDay(cells.start_date, 'start_date'),
      end: readDay(cells.end_date, 'end_date'),
    })
  })
  return calendars
}

/** Whether a service runs on a day, by service and day. */
async function readExceptions(feed: FeedFiles): Promise<Map<string, boolean>> {
  const exceptions = new Map<string, boolean>()
  const columns = { required: ['service_id', 'date', 'exception_type'] } as const
  await feed.eachRow('calendar_dates.txt', columns, ({ service_id, date, exception_type }) => {
    exceptions.set(exceptionKey(service_id, readDay(date, 'date')), exception_type === '1')
  })
  return exceptions
}

// Feeds end after months, or, without a planned end, years from now.
const MOST_DAYS = 366

/**
 * The first weekday on which most buses run: fewer run on vacations and holidays, and students care about ordinary days of
 * the term.
 * @param buses number of departures by the id of the service
 * @param today earlier days are ignored, unless the feed has no later days
 * @throws FeedError when no bus runs on any weekday
 */
export function busiestWeekday(days: ServiceDays, buses: ReadonlyMap<string, number>, today: number): number {
  const ahead = busiestOf(days, buses, { from: Math.max(today, days.first), to: days.last })
  const busiest = ahead ?? busiestOf(days, buses, { from: days.first, to: Math.min(today, days.last) })
  if (busiest === undefined) throw new FeedError('no bus runs on a weekday')
  return busiest
}

function busiestOf(
  days: ServiceDays,
  buses: ReadonlyMap<string, number>,
  { from, to }: { from: number; to: number },
): number | undefined {
  let busiest: { day: number; count: number } | undefined
  for (let day = from; day <= Math.min(to, from + MOST_DAYS); day += 1) {
    if (weekdayOf(day) === 0 || weekdayOf(day) === 6) continue
    let count = 0
    for (const [service, departures] of buses) if (days.runs(service, day)) count += departures
    if (count > (busiest?.count ?? 0)) busiest = { day, count }
  }
  return busiest?.day
}
