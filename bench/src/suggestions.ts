import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { getSearchSuggestions } from '@offquad/contracts'
import { inventCatalog, inventQueries } from './catalog/invented-catalog'
import { compare } from './load'
import { type Platform, run, startBareServer } from './processes'
import { print, reportShare } from './report'

const APARTMENTS = 10_000
const QUERIES = 400
const BAR = 0.35

/** Compares suggestions through the gateway with a bare Fastify process that sends the same bytes. */
export async function benchSuggestions({ url, dataDir }: Platform): Promise<boolean> {
  const catalog = inventCatalog(APARTMENTS)
  await importCatalog(dataDir, catalog)
  const paths = inventQueries(catalog, QUERIES).map(
    (typed) => `${getSearchSuggestions.path}?q=${encodeURIComponent(typed)}`,
  )
  const bare = await startBareServer(url, paths)
  const contenders = [
    { name: 'bare Fastify', url: bare.url, paths },
    { name: 'gateway', url, paths },
  ]
  const among = `GET ${getSearchSuggestions.path} over ${APARTMENTS} apartments`
  try {
    const share = reportShare(`${among}, ${QUERIES} different texts`, await compare(contenders), BAR)
    const neverTheSame = contenders.map((contender) => ({ ...contender, isAlwaysNew: true }))
    // Unrealistic, but it shows the throughput of one service process when the gateway's cache never hits.
    reportShare(`${among}, no address asked for twice`, await compare(neverTheSame), undefined)
    return share >= BAR
  } finally {
    await bare.stop()
  }
}

async function importCatalog(dataDir: string, catalog: ReturnType<typeof inventCatalog>): Promise<void> {
  const startedAt = performance.now()
  const files: string[] = []
  for (const kind of ['landlords', 'apartments'] as const) {
    const file = path.join(dataDir, `invented-${kind}.json`)
    await writeFile(file, JSON.stringify(catalog[kind]))
    files.push(`--${kind}`, file)
  }
  await run(['import', ...files], { DATA_DIR: dataDir })
  print(`\n${APARTMENTS} apartments imported in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
}
