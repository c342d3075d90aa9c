import { createRandom } from '@offquad/service-kit/testing/random'
import { type BusRun, type Timetable } from '../../../svc-catalog/src/geography/transit/timetable'

const STOPS = 600
const LINES = 40
const CALLS = 30
const RUNS_A_DAY = 60

/** The timetable of a town with more buses than most: 600 stops, and 2,400 runs along 30 of them each. */
export function inventBuses(): Timetable {
  const random = createRandom(7)
  const near = (center: number, degrees: number) => center + (degrees * (random.below(2001) - 1000)) / 1000
  const stops = Array.from({ length: STOPS }, (_, index) => ({
    name: `Stop ${index}`,
    latitude: near(42.447, 0.04),
    longitude: near(-76.485, 0.05),
  }))
  const routes = Array.from({ length: LINES }, () => Array.from({ length: CALLS }, () => random.below(STOPS)))
  const runs: BusRun[] = []
  for (const [line, route] of routes.entries())
    for (let run = 0; run < RUNS_A_DAY; run += 1) {
      const start = 6 * 3600 + run * 900
      const stopsOnWay = run % 2 === 0 ? route : route.toReversed()
      runs.push({
        line,
        headsign: run % 2 === 0 ? 'Campus' : 'Town',
        calls: stopsOnWay.map((stop, index) => {
          const time = start + index * 90
          return { stop, arrival: time, departure: time, getsOn: true, getsOff: true }
        }),
        ...{ shift: 0, count: 1, headway: 0 },
      })
    }
  return {
    day: '2026-11-24',
    agencies: ['Invented buses'],
    stops,
    lines: routes.map((_, line) => ({ name: String(line) })),
    runs,
  }
}
