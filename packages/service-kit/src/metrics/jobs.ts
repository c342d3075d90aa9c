import { Histogram } from 'prom-client'

const durations = new Histogram({
  name: 'job_duration_seconds',
  help: 'Time to do a job of a queue, by how it ended',
  labelNames: ['queue', 'outcome'] as const,
  buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
})

/** Does one job and measures it. */
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
