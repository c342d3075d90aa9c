import '../../components/admin.css'
import { Button } from '@offquad/ui'
import { ModerationKeys } from './moderation-keys'
import { type ModerationView, useModerationView } from './moderation-view'
import { ReviewCounts } from './review-counts'
import { ReviewQueue } from './review-queue'

const VIEWS: { value: ModerationView; label: string }[] = [
  { value: 'list', label: 'List' },
  { value: 'single', label: 'One at a time' },
]

export function ReviewsTab() {
  const [view, setView] = useModerationView()
  return (
    <>
      <ReviewCounts />
      <ModerationKeys>
        <div className="admin-view" role="group" aria-label="View">
          {VIEWS.map(({ value, label }) => (
            <Button key={value} aria-pressed={view === value} onClick={() => setView(value)}>
              {label}
            </Button>
          ))}
        </div>
        <ReviewQueue status="REPORTED" title="Reported Reviews" view={view} />
        <ReviewQueue status="PENDING" title="Pending Reviews" view={view} />
        <ReviewQueue status="DECLINED" title="Declined Reviews" view={view} isOpen={false} />
      </ModerationKeys>
    </>
  )
}
