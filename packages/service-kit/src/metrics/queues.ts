import { Gauge, Histogram } from 'prom-client'
import { type Queues } from '../queues'
import { beforeScrape } from './serve'

const durations = new Histogram({
  name: 'job_duration_seconds',
  help: 'Duration of jobs by queue and outcome',
  labelNames: ['queue', 'outcome'] as const,
  buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
})

/** Runs a job and measures its duration. */
export async function observeJob(queue: string, perform: () => Promise<void>): Promise<void> {
  const end = durations.startTimer({ queue })
  try {
    await perform()
    end({ outcome: 'done' })
  } catch (error) {
    end({ outcome: 'failed' })
    throw error
  }
}

const jobs = new Gauge({
  name: 'queue_jobs',
  help: 'Jobs of a queue by state',
  labelNames: ['queue', 'state'] as const,
})
const age = new Gauge({
  name: 'queue_oldest_waiting_seconds',
  help: 'Waiting time of the oldest waiting job; 0 if there is none',
  labelNames: ['queue'] as const,
})

/** Measures the queues of the whole platform; one process of the platform is enough. */
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
