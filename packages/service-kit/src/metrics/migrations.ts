import { Counter, Gauge } from 'prom-client'
import { beforeScrape } from './serve'

const migrated = new Counter({
  name: 'migration_documents_total',
  help: 'Documents changed by a migration',
  labelNames: ['migration'] as const,
})
const pendingDocuments = new Gauge({
  name: 'migration_pending_documents',
  help: 'Documents not yet in the shape of this version',
  labelNames: ['migration'] as const,
})
const complete = new Gauge({
  name: 'migration_complete',
  help: 'Whether the last pass of a migration found nothing to change',
  labelNames: ['migration'] as const,
})

export function countMigrated(migration: string, documents: number): void {
  migrated.inc({ migration }, documents)
}

/** Measures the remaining work of a migration at each scrape. */
export function inspectMigration(
  migration: string,
  measure: () => Promise<{ pending: number; isComplete: boolean }>,
): void {
  beforeScrape(`migration ${migration}`, async () => {
    pendingDocuments.remove({ migration })
    complete.remove({ migration })
    const { pending, isComplete } = await measure()
    pendingDocuments.set({ migration }, pending)
    complete.set({ migration }, isComplete ? 1 : 0)
  })
}
