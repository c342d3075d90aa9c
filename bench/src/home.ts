import { existsSync } from 'node:fs'
import path from 'node:path'
import { getSortedHomePage, pathOf } from '@offquad/contracts'
import { compare } from './load'
import { type Platform, REPOSITORY, run, startBareServer } from './processes'
import { print, reportShare } from './report'

const BAR = 0.5

/** The home page's data and its HTML through the gateway against a bare Fastify process that sends the same bytes. */
export async function benchHome({ url, dataDir }: Platform): Promise<boolean> {
  await importRealListings(dataDir)
  const shares: number[] = []
  for (const target of [pathOf(getSortedHomePage, { size: 8, sortBy: 'avgRating' }), '/'])
    shares.push(await benchPath(url, target))
  return shares.every((share) => share >= BAR)
}

async function importRealListings(dataDir: string): Promise<void> {
  const folder = path.resolve(REPOSITORY, '../shared/data')
  if (!existsSync(folder)) {
    print('no real listings available: using demo data only')
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
  const bare = await startBareServer(url, [target])
  try {
    const measured = await compare([
      { name: 'bare Fastify', url: bare.url + target },
      { name: 'gateway', url: url + target },
    ])
    return reportShare(`GET ${target}`, measured, BAR)
  } finally {
    await bare.stop()
  }
}
