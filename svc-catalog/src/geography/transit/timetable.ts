import { BUS_TIMES } from '@offquad/contracts'

/** The buses of one weekday, those that depart from some stop from 7 am to 7 pm. */
export interface Timetable {
  /** '2026-11-24' */
  day: string
  /** Whose timetable it is. */
  agencies: string[]
  stops: BusStop[]
  lines: { name: string }[]
  /** Those of a line together. */
  runs: BusRun[]
  calls: BusCalls
}

export interface BusStop {
  name: string
  latitude: number
  longitude: number
}

/** A trip, or where a feed has frequencies, several of the same kind one after the other. */
export interface BusRun {
  /** Index of `lines`. */
  line: number
  headsign: string
  /** Its calls, in order. */
  firstCall: number
  endCall: number
  /** Added to the times of the calls, in seconds. */
  shift: number
  /** How many, so many seconds after each other. */
  count: number
  headway: number
}

/** The calls of all runs at stops, one after the other. Times are seconds since midnight and exceed a day after it. */
export interface BusCalls {
  /** Index of `stops`. */
  stop: Uint32Array
  arrival: Int32Array
  departure: Int32Array
  /** 1 where passengers get on, 2 where they get off, 3 both. */
  access: Uint8Array
}

export const GETS_ON = 1
export const GETS_OFF = 2

/** The hours that count, in seconds since midnight. */
export const WINDOW = { from: BUS_TIMES.fromHour * 3600, to: BUS_TIMES.toHour * 3600 }

/** How many buses of a run depart within the hours that count, where the first of them departs at `departure`. */
export function departuresInWindow({ count, headway }: BusRun, departure: number): number {
  if (count === 1) return departure >= WINDOW.from && departure < WINDOW.to ? 1 : 0
  const before = (time: number) => Math.min(count, Math.max(0, Math.ceil((time - departure) / headway)))
  return before(WINDOW.to) - before(WINDOW.from)
}
