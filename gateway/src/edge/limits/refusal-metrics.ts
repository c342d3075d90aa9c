import { Counter } from 'prom-client'

/** Why this gateway rejected a request of a client that was slow or had too many. */
export type RefusalReason = (typeof REASONS)[number]

const REASONS = [
  'bodies-total',
  'uploads-caller',
  'uploads-total',
  'event-streams-caller',
  'event-streams-total',
] as const

const refused = new Counter({
  name: 'slow_requests_refused_total',
  help: 'Requests rejected because the client was slow or had too many, by reason',
  labelNames: ['reason'] as const,
})
for (const reason of REASONS) refused.inc({ reason }, 0)

export const countRefusal = (reason: RefusalReason): void => refused.inc({ reason })
