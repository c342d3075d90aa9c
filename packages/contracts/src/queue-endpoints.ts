import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint'
import { Timestamp } from './shapes'

const Count = Type.Integer({ minimum: 0 })

/** The state of a queue, without the payloads of its jobs. */
export const QueueState = Type.Object({
  name: Type.String(),
  purpose: Type.String({ description: 'What its jobs do, in a few words' }),
  waiting: Count,
  delayed: Type.Integer({ minimum: 0, description: 'For another attempt, or the next time they are due' }),
  active: Count,
  failed: Count,
  failures: Type.Array(
    Type.Object({
      id: Type.String(),
      reason: Type.String(),
      failedAt: Timestamp,
      attempts: Type.Integer({ minimum: 0 }),
    }),
    { description: 'The most recent failures' },
  ),
})
export type QueueState = Static<typeof QueueState>

export const getQueues = endpoint('GET /api/admin/queues', {
  summary: 'The state of every queue.',
  access: 'admin',
  reply: Type.Array(QueueState),
})

export const retryFailedJobs = endpoint('POST /api/admin/queues/:name/retry', {
  summary: 'Retries all failed jobs of a queue.',
  access: 'admin',
  params: Type.Object({ name: Type.String({ maxLength: 100 }) }),
  reply: Type.Object({ retried: Count }),
})
