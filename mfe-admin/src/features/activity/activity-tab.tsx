import { ActivityLog } from './activity-log'
import { ModerationTrend } from './moderation-trend'

export function ActivityTab() {
  return (
    <>
      <ModerationTrend />
      <ActivityLog />
    </>
  )
}
