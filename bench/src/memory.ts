import { memoryOf, type Platform, startPlatform } from './processes'
import { print } from './report'
import { waitUntilRendered } from './pages'

const BAR_MB = 800
/** V8 collects the garbage of a start or a burst of requests only while a process rests. */
const REST_MS = 30_000
const VISITS = 20
const PAGES = [
  '/',
  '/search',
  '/search?q=hall',
  '/apartment/demo-1',
  '/landlord/demo-landlord-1',
  '/reviews',
  '/faq',
]

/**
 * Measures the memory of all processes of the platform at rest: resident memory, which counts shared memory once per process, and
 * proportional memory, which counts it once in all.
 */
export async function benchMemory(platform: Platform, when = 'after the load'): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, REST_MS))
  print(`\nMemory ${when}, in MB${' '.repeat(12)}resident  proportional`)
  const { pid, processes } = platform
  const listed = new Set(processes.map((process) => process.pid))
  const total = { resident: 0, proportional: 0 }
  for (const process of [...processes, { name: 'start command', pid }])
    for (const { name, resident, proportional } of await memoryOf(process, (child) => !listed.has(child))) {
      total.resident += resident
      total.proportional += proportional
      print(lineOf(name, resident, proportional))
    }
  print(`${lineOf('together', total.resident, total.proportional)} (bar: ${BAR_MB} MB resident)`)
  return total.resident < BAR_MB
}

const lineOf = (name: string, resident: number, proportional: number) =>
  `  ${name.padEnd(28)}${resident.toFixed(0).padStart(9)}${proportional.toFixed(0).padStart(14)}`

/** Starts a platform and measures its memory, then again after visits to its public pages. */
export async function benchMemoryAlone(): Promise<boolean> {
  const platform = await startPlatform()
  try {
    await benchMemory(platform, 'after the start')
    for (const page of PAGES) {
      await waitUntilRendered(platform.url + page)
      for (let count = 0; count < VISITS; count += 1) await (await fetch(platform.url + page)).text()
    }
    return await benchMemory(platform, 'after visits')
  } finally {
    await platform.stop()
  }
}
