import { getCatalogLog } from '@offquad/contracts'
import { route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { logChanges, type LogChangesDeps } from './log-changes'

const PAGE_SIZE = 20

export function registerChangeLog(app: FastifyInstance, deps: LogChangesDeps): void {
  route(app, getCatalogLog, async ({ query: { adminId, after, size = PAGE_SIZE } }) => {
    // Administrators see their latest changes without waiting for the worker.
    await logChanges(deps)
    return deps.changeLog.listPage(adminId === undefined ? {} : { adminId }, { after, size })
  })
}
