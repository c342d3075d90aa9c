import { type Platform, residentMegabytes } from './processes'
import { print } from './report'

const BAR_MB = 900

/** Measures the resident memory of all processes of the platform. */
export async function benchMemory({ pid, processes }: Platform): Promise<boolean> {
  print('\nResident memory after the load')
  let total = 0
  for (const one of [...processes, { name: 'start command', pid }]) {
    const megabytes = await residentMegabytes(one.pid)
    total += megabytes
    print(`  ${one.name.padEnd(20)}${megabytes.toFixed(0).padStart(6)} MB`)
  }
  print(`  ${'together'.padEnd(20)}${total.toFixed(0).padStart(6)} MB (bar: ${BAR_MB} MB)`)
  return total < BAR_MB
}
