import Fuse from 'fuse.js'
import { inventCatalog, inventQueries } from './catalog/invented-catalog'
import { loadCatalog } from './catalog/load-catalog'
import { print } from './report'

const APARTMENTS = 10_000
const QUERIES = 100
const SIZE = 5
const BAR = 20

/** Compares the search with a Fuse.js scan of the same apartments and landlords, for the same texts. */
export async function benchSearchAgainstScan(): Promise<boolean> {
  const invented = inventCatalog(APARTMENTS)
  const typed = inventQueries(invented, QUERIES)
  const catalog = loadCatalog(invented)
  const fuse = new Fuse([...invented.apartments, ...invented.landlords], { keys: ['name', 'address'] })
  const index = measure(typed, (text) => catalog.suggest(text, SIZE))
  const scan = measure(typed, (text) => fuse.search(text, { limit: SIZE }))

  print(`\nSuggestions in process over ${APARTMENTS} apartments, ${QUERIES} texts`)
  print(`  Fuse.js scan  mean ${scan.meanMs.toFixed(3)} ms   slowest ${scan.slowestMs.toFixed(3)} ms`)
  print(`  svc-catalog   mean ${index.meanMs.toFixed(3)} ms   slowest ${index.slowestMs.toFixed(3)} ms`)
  print(`  ${(scan.meanMs / index.meanMs).toFixed(0)} times faster (bar: ${BAR})`)
  return scan.meanMs / index.meanMs >= BAR
}

/**
 * Measures the best of three runs for each text, to exclude pauses of the machine. Different texts follow each other, so that
 * no cache helps.
 */
function measure(typed: string[], search: (text: string) => unknown) {
  const rounds = [1, 2, 3].map(() => typed.map((text) => millisecondsOf(() => search(text))))
  const times = typed.map((_, index) => Math.min(...rounds.map((round) => round[index] ?? Infinity)))
  return { meanMs: times.reduce((sum, time) => sum + time, 0) / times.length, slowestMs: Math.max(...times) }
}

function millisecondsOf(run: () => unknown): number {
  const startedAt = performance.now()
  run()
  return performance.now() - startedAt
}
