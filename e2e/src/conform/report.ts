import { type Check, CHECKS, type Fault } from './checks'

/** Most listed faults of a check, so that the report stays one page. */
const MOST_FAULTS = 4
const WIDTH = 18

interface Conformity {
  app: string
  places: string[]
  cycles: number
  faults: Fault[]
  /** Slots that nothing could be checked of. */
  unknown: string[]
}

/** The report of one page: a line for each check, what was found, and what to do about it. */
export function describeConformity({ app, places, cycles, faults, unknown }: Conformity): string {
  const lines = [`${app}: ${places.join(' ')}`, `Each was mounted and unmounted ${cycles} times.`, '']
  for (const check of Object.keys(CHECKS) as Check[]) {
    const [name, advice] = CHECKS[check]
    const ofCheck = faults.filter((fault) => fault.check === check)
    lines.push(`${name.padEnd(WIDTH)}${ofCheck.length === 0 ? 'ok' : 'FAULT'}`)
    for (const { place, found: text } of ofCheck.slice(0, MOST_FAULTS)) lines.push(`  ${place}: ${text}`)
    if (ofCheck.length > MOST_FAULTS) lines.push(`  and ${ofCheck.length - MOST_FAULTS} more`)
    if (ofCheck.length > 0) lines.push(`  ${advice}`)
  }
  for (const slot of unknown)
    lines.push('', `${slot} was NOT checked: say in e2e/src/conform/places.ts which page shows it.`)
  const failed = new Set(faults.map(({ check }) => check)).size
  lines.push('', failed === 0 ? `${app} is a good citizen.` : `${app} fails ${failed} checks.`)
  return lines.join('\n')
}
