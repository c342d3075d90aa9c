import { Gauge } from 'prom-client'
import { type Queues } from '../queues'
import { beforeScrape } from './scrape'

const jobs = new Gauge({
  name: 'queue_jobs',
  help: 'Jobs of a queue by state',
  labelNames: ['queue', 'state'] as const,
})
const age = new Gauge({
  name: 'queue_oldest_waiting_seconds',
  help: 'How long the oldest job that could be done has waited for it; 0 when none does',
  labelNames: ['queue'] as const,
})

/** Measures the queues of the whole platform; one process of it is enough. */
export function observeQueues(queues: Pick<Queues, 'measure'>): void {
  beforeScrape('queues', async () => {
    for (const gauge of [jobs, age]) gauge.reset()
    for (const { name: queue, waitingSince, ...counts } of await queues.measure()) {
      for (const state of ['waiting', 'active', 'delayed', 'failed'] as const)
        jobs.set({ queue, state }, counts[state])
      age.set({ queue }, waitingSince === undefined ? 0 : (Date.now() - waitingSince.getTime()) / 1000)
    }
  })
}
