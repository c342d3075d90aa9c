import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compare, type Measured } from './load'
import { benchReviews } from './reviews'
import { REPOSITORY, residentMegabytes, run, startBareServer, startPlatform } from './processes'

const HOME_API = '/api/page-data/home/8/avgRating'
const print = (line: string) => process.stdout.write(`${line}\n`)

/** Home through the gateway against a bare Fastify process that sends the same bytes, and the platform's memory. */
async function benchHome(): Promise<boolean> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'offquad-bench-'))
  const platform = await startPlatform(dataDir)
  try {
    await importRealListings(dataDir)
    const ratios: number[] = []
    for (const target of [HOME_API, '/']) ratios.push(await benchPath(platform.run.url, target))
    const memory = await reportMemory(platform.run)
    const areReviewsWithinBar = await benchReviews(platform.run)
    return ratios.every((ratio) => ratio >= 0.5) && memory < 900 && areReviewsWithinBar
  } finally {
    await platform.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function importRealListings(dataDir: string): Promise<void> {
  const folder = path.resolve(REPOSITORY, '../shared/data')
  if (!existsSync(folder)) {
    print('no real listings beside the repository: demo data only')
    return
  }
  const files = [
    '--apartments',
    path.join(folder, 'buildings.json'),
    '--landlords',
    path.join(folder, 'landlords.json'),
  ]
  await run(['import', ...files], { DATA_DIR: dataDir })
}

async function benchPath(url: string, target: string): Promise<number> {
  const response = await fetch(url + target, {
    headers: { accept: 'text/html,*/*', 'accept-encoding': 'identity' },
  })
  const bare = await startBareServer(Buffer.from(await response.arrayBuffer()))
  try {
    const [yardstick, gateway] = await compare([
      { name: 'bare Fastify', url: bare.url },
      { name: 'gateway', url: url + target },
    ])
    if (!yardstick || !gateway) throw new Error('nothing measured')
    const ratio = gateway.requestsPerSecond / yardstick.requestsPerSecond
    print(`\nGET ${target}, 50 connections`)
    for (const measured of [yardstick, gateway]) print(describe(measured))
    print(`  ratio ${(ratio * 100).toFixed(0)} % (bar: 50 %)`)
    return gateway.failures === 0 ? ratio : 0
  } finally {
    await bare.stop()
  }
}

const describe = ({ name, requestsPerSecond, p99Ms, failures }: Measured) =>
  `  ${name.padEnd(14)}${String(requestsPerSecond).padStart(8)} requests/s   p99 ${p99Ms} ms   ${failures} failed`

async function reportMemory(running: {
  pid: number
  processes: { name: string; pid: number }[]
}): Promise<number> {
  print('\nResident memory after the load')
  let total = 0
  for (const { name, pid } of [...running.processes, { name: 'start command', pid: running.pid }]) {
    const megabytes = await residentMegabytes(pid)
    total += megabytes
    print(`  ${name.padEnd(20)}${megabytes.toFixed(0).padStart(6)} MB`)
  }
  print(`  ${'together'.padEnd(20)}${total.toFixed(0).padStart(6)} MB (bar: 900 MB)`)
  return total
}

const isWithinBars = await benchHome()
print(isWithinBars ? '\nWithin every bar.' : '\nBelow a bar.')
process.exitCode = isWithinBars ? 0 : 1
