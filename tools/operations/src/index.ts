export { type ArchivedFiles, withStaging } from './archive'
export { backupName } from './backup-folder'
export { readMongoUris } from './config'
export { withMongo } from './connect'
export {
  importFiles,
  type ImportFiles,
  type ImportProgress,
  readImportArguments,
} from './import/import-files'
export { describeReports } from './import/report'
export { type Target } from './import/send-rows'
export { createMongoUsers } from './mongodb-users'
export { OperationFailure } from './operation-failure'
export { describeRestore, restoreBackup } from './restore-backup'
export { describeBackup, writeBackup } from './write-backup'
