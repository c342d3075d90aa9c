import { Gauge } from 'prom-client'
import { beforeScrape } from './scrape'

/** What is not done yet, and since when. */
export interface Backlog {
  entries: number
  /** When the oldest came; absent: there is none. */
  oldest?: Date | undefined
}

const gauge = <Label extends string>(name: string, help: string, label: Label) =>
  new Gauge({ name, help, labelNames: [label] })

const outboxEntries = gauge('outbox_entries', 'Documents with changes others have not been told of', 'outbox')
const outboxAge = gauge('outbox_oldest_seconds', 'Age of the oldest of them; 0 when there is none', 'outbox')
const storeUp = gauge('store_up', 'Whether a store answers this process', 'store')
const storePing = gauge('store_ping_seconds', 'Time a store takes to answer a ping', 'store')

/** Measures an outbox whenever metrics are asked for; what cannot be measured is left out, as an old figure would mislead. */
export function watchOutbox(outbox: string, measure: () => Promise<Backlog>): void {
  beforeScrape(`outbox ${outbox}`, async () => {
    outboxEntries.remove({ outbox })
    outboxAge.remove({ outbox })
    const { entries, oldest } = await measure()
    outboxEntries.set({ outbox }, entries)
    outboxAge.set({ outbox }, oldest ? secondsSince(oldest.getTime()) : 0)
  })
}

/** Pings a store whenever metrics are asked for. */
export function watchStore(store: string, ping: () => Promise<unknown>): void {
  beforeScrape(`store ${store}`, async () => {
    storeUp.set({ store }, 0)
    storePing.remove({ store })
    const startedAt = Date.now()
    await ping()
    storeUp.set({ store }, 1)
    storePing.set({ store }, secondsSince(startedAt))
  })
}

const secondsSince = (time: number): number => Math.max(0, Date.now() - time) / 1000
