import { register } from 'prom-client'
import { inTime } from '../in-time'

const PATIENCE_MS = 2_000
const measures = new Map<string, () => Promise<void>>()

/** Has something measured whenever metrics are asked for. One that is slow or fails keeps no other back. */
export function beforeScrape(name: string, measure: () => Promise<void>): void {
  measures.set(name, measure)
}

/** Everything this process measures, in Prometheus' text format. */
export async function scrape(): Promise<{ type: string; text: string }> {
  await Promise.allSettled(
    [...measures].map(([name, measure]) =>
      inTime(measure(), PATIENCE_MS, () => new Error(`${name} is not measured in time`)),
    ),
  )
  return { type: register.contentType, text: await register.metrics() }
}
