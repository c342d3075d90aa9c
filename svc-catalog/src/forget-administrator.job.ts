import { type forgetAdministrator as job, type PayloadOf } from '@offquad/contracts'
import { logChanges, type LogChangesDeps } from './change-log/log-changes'

/** Removes the id of an administrator with a deleted account from the logs, and from changes that are not logged yet. */
export async function forgetAdministrator(
  deps: LogChangesDeps,
  { userId }: PayloadOf<typeof job>,
): Promise<void> {
  await logChanges(deps)
  await deps.changeLog.anonymize(userId)
  await deps.guideLog.anonymize(userId)
}
