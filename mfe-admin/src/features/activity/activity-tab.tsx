import { ModerationLog } from './moderation-log'
import { ModerationTrend } from './moderation-trend'

export function ActivityTab() {
  return (
    <>
      <ModerationTrend />
      <ModerationLog />
    </>
  )
}
