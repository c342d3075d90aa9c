import '../../components/admin.css'
import { Button } from '@offquad/ui'
import { useState } from 'react'
import { KeyboardShortcuts } from './keyboard-shortcuts'
import { ReviewQueue, type QueueView } from './review-queue'
import { ReviewsBreakdown } from './reviews-breakdown'

const VIEWS: { value: QueueView; label: string }[] = [
  { value: 'list', label: 'List' },
  { value: 'single', label: 'One at a time' },
]

export function ModerationTab() {
  const [view, setView] = useStoredView()
  return (
    <>
      <ReviewsBreakdown />
      <KeyboardShortcuts>
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
      </KeyboardShortcuts>
    </>
  )
}

const STORAGE_KEY = 'offquad/moderation-view'

/** The view, kept in this browser's local storage. */
function useStoredView(): [QueueView, (view: QueueView) => void] {
  const [view, setView] = useState<QueueView>(readView)
  return [
    view,
    (next) => {
      setView(next)
      try {
        localStorage.setItem(STORAGE_KEY, next)
      } catch {
        // Storage is disabled: the choice lasts as long as the page.
      }
    },
  ]
}

function readView(): QueueView {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'single' ? 'single' : 'list'
  } catch {
    return 'list'
  }
}
