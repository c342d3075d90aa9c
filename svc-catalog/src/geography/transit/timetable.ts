import { BUS_TIMES } from '@offquad/contracts'

/** The buses of one weekday that depart from any stop between 7 am and 7 pm. */
export interface Timetable {
  /** '2026-11-24' */
  day: string
  /** The agencies that publish the timetable. */
  agencies: string[]
  stops: BusStop[]
  lines: { name: string }[]
  /** Grouped by line. */
  runs: BusRun[]
}

export interface BusStop {
  name: string
  latitude: number
  longitude: number
}

/** A trip, or with frequencies, several equal trips at regular intervals. */
export interface BusRun {
  /** Index of `lines`. */
  line: number
  headsign: string
  /** In order; shared by the runs of a trip. */
  calls: BusCall[]
  /** Added to the times of the calls, in seconds. */
  shift: number
  /** Number of trips, and seconds between them. */
  count: number
  headway: number
}

/** A stop of a run. Times are seconds since midnight, and may exceed 24 hours. */
export interface BusCall {
  /** Index of `stops`. */
  stop: number
  arrival: number
  departure: number
  getsOn: boolean
  getsOff: boolean
}

/** The relevant hours, in seconds since midnight. */
export const WINDOW = { from: BUS_TIMES.fromHour * 3600, to: BUS_TIMES.toHour * 3600 }

/** Number of buses of a run that depart within WINDOW, if the first departs at `departure`. */
export function departuresInWindow({ count, headway }: BusRun, departure: number): number {
  if (count === 1) return departure >= WINDOW.from && departure < WINDOW.to ? 1 : 0
  const before = (time: number) => Math.min(count, Math.max(0, Math.ceil((time - departure) / headway)))
  return before(WINDOW.to) - before(WINDOW.from)
}
