import { openAppendOnlyLog } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { changeLogModel } from './change-log.model'

export type ChangeLogRepository = ReturnType<typeof createChangeLogRepository>

export const createChangeLogRepository = (connection: Connection) =>
  openAppendOnlyLog(changeLogModel(connection))
