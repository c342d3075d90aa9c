import { type forgetAdministrator as job, type PayloadOf } from '@offquad/contracts'
import { logGuideChanges } from './guides/log-guide-changes'
import { type Repositories } from './repositories'
import { logChanges, type LogChangesDeps } from './change-log/log-changes'

type ForgetDeps = LogChangesDeps & Pick<Repositories, 'guides' | 'guideLog'>

/** Removes the id of an administrator with a deleted account from the logs, and from changes that are not logged yet. */
export async function forgetAdministrator(
  deps: ForgetDeps,
  { userId }: PayloadOf<typeof job>,
): Promise<void> {
  await logChanges(deps)
  await logGuideChanges(deps)
  await deps.changeLog.anonymize(userId)
  await deps.guideLog.anonymize(userId)
}
