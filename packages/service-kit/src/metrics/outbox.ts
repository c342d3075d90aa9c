import { type Model, type QueryFilter } from 'mongoose'
import { Gauge } from 'prom-client'
import { beforeScrape, secondsSince } from './serve'

/** Number of documents with pending entries, and the date of the oldest. */
export interface Backlog {
  entries: number
  /** Date of the oldest entry; absent if there is none. */
  oldest?: Date | undefined
}

const entriesGauge = new Gauge({
  name: 'outbox_entries',
  help: 'Documents with undelivered outbox entries',
  labelNames: ['outbox'] as const,
})
const ageGauge = new Gauge({
  name: 'outbox_oldest_seconds',
  help: 'Age of the oldest undelivered entry; 0 if there is none',
  labelNames: ['outbox'] as const,
})

/** Measures an outbox at each scrape. Reports nothing if the database does not respond, as a stale figure would mislead. */
export function watchOutbox(outbox: string, measure: () => Promise<Backlog>): void {
  beforeScrape(`outbox ${outbox}`, async () => {
    entriesGauge.remove({ outbox })
    ageGauge.remove({ outbox })
    const { entries, oldest } = await measure()
    entriesGauge.set({ outbox }, entries)
    ageGauge.set({ outbox }, oldest ? secondsSince(oldest.getTime()) : 0)
  })
}

/** Number of matching documents, and the date of the oldest. */
export async function backlogIn<T>(
  model: Model<T>,
  filter: QueryFilter<T>,
  dateField: keyof T & string,
): Promise<Backlog> {
  const [entries, oldest] = await Promise.all([
    model.countDocuments(filter),
    model
      .findOne(filter, { [dateField]: 1 })
      .sort({ [dateField]: 1 })
      .lean(),
  ])
  return { entries, oldest: (oldest as Record<string, Date> | null)?.[dateField] }
}
