import { getQueues, retryFailedJobs } from '@offquad/contracts'
import { NotFoundError, type Queues, route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'

/** Lets administrators inspect the queues of all services, which belong to no single one. */
export async function serveQueues(app: FastifyInstance, { queues }: { queues: Queues }): Promise<void> {
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

  route(app, getQueues, () => queues.list())

  route(app, retryFailedJobs, async ({ params: { name }, caller, log }) => {
    const retried = await queues.retryFailed(name)
    if (retried === undefined) throw new NotFoundError('queue-not-found', `There is no queue "${name}".`)
    log.info({ queue: name, retried, by: caller.identity?.userId }, 'failed jobs retried')
    return { retried }
  })
}
