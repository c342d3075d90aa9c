import { existsSync } from 'node:fs'
import path from 'node:path'
import { getSortedHomePage, pathOf } from '@offquad/contracts'
import { benchPath } from './bare-server-share'
import { type Platform, REPOSITORY, run } from './processes'
import { print } from './report'

const BAR = 0.5

/** The home page's data through the gateway against a bare Fastify process that sends the same bytes. */
export async function benchHome({ url, dataDir }: Platform): Promise<boolean> {
  await importRealListings(dataDir)
  const path = pathOf(getSortedHomePage, { size: 8, sortBy: 'avgRating' })
  return (await benchPath(url, path, BAR)) >= BAR
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
