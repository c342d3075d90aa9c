import { type FastifyBaseLogger } from 'fastify'
import { type Connection } from 'mongoose'
import { openEvents } from './events'
import { openJobs } from './jobs'
import { type QueueSettings } from './queue-set'

/**
 * Opens the queues and the events of a service. Closing them also closes the connection to its database, last.
 * @param service its name: 'svc-users'
 */
export function openMessaging(
  settings: QueueSettings,
  service: string,
  log: FastifyBaseLogger,
  connection: Connection,
) {
  const jobs = openJobs(settings, log)
  const events = openEvents(settings, service, log)
  return {
    jobs,
    events,
    async close() {
      await jobs.close()
      await events.close()
      await connection.close()
    },
  }
}
