import { getCatalogLog } from '@offquad/contracts'
import { route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type ChangeLogRepository } from './change-log.repository'
import { logChanges, type LogChangesDeps } from './log-changes'

const PAGE_SIZE = 20

interface ChangeLogDeps extends LogChangesDeps {
  changeLog: ChangeLogRepository
}

export function registerChangeLog(app: FastifyInstance, deps: ChangeLogDeps): void {
  route(app, getCatalogLog, async ({ query: { adminId, after, size = PAGE_SIZE } }) => {
    // The reader sees what they changed a moment ago, whatever the worker is doing.
    await logChanges(deps)
    return deps.changeLog.listPage(adminId === undefined ? {} : { adminId }, { after, size })
  })
}
