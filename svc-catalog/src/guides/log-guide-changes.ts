import { moveToLog } from '@offquad/service-kit'
import { type GuideLogRepository } from './guide-log.repository'
import { type GuidesRepository } from './guides.repository'

export interface LogGuideChangesDeps {
  guides: Pick<GuidesRepository, 'edits'>
  guideLog: Pick<GuideLogRepository, 'append'>
}

/** Moves administrators' changes from the guides to their log. */
export const logGuideChanges = ({ guides, guideLog }: LogGuideChangesDeps): Promise<void> =>
  moveToLog(guides.edits, guideLog, ({ id, title }) => ({ guideId: id, title }))
