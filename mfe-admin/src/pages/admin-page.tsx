import '../components/admin.css'
import { PageContainer } from '@offquad/ui'
import { type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { UndoBar } from '../components/undo-bar'
import { ActivityTab } from '../features/activity/activity-tab'
import { ContactTab } from '../features/contact/contact-tab'
import { DataTab } from '../features/data/data-tab'
import { WaitingTitle } from '../features/live/waiting-title'
import { PeopleLabel } from '../features/people/people-label'
import { PeopleTab } from '../features/people/people-tab'
import { QueuesTab } from '../features/queues/queues-tab'
import { ReviewsTab } from '../features/reviews/reviews-tab'

const TABS: { id: string; label: ReactNode; content: ReactNode }[] = [
  { id: 'reviews', label: 'Reviews', content: <ReviewsTab /> },
  { id: 'contact', label: 'Contact', content: <ContactTab /> },
  { id: 'data', label: 'Data', content: <DataTab /> },
  { id: 'people', label: <PeopleLabel />, content: <PeopleTab /> },
  { id: 'activity', label: 'Activity', content: <ActivityTab /> },
  { id: 'queues', label: 'Queues', content: <QueuesTab /> },
]

/** What the team works on; which part is open is part of the address. */
export function AdminPage() {
  const [search] = useSearchParams()
  const current = TABS.find(({ id }) => id === search.get('tab')) ?? TABS[0]
  return (
    <PageContainer>
      <WaitingTitle title="Admin" />
      <h1>Admin</h1>
      <nav aria-label="Administration" className="admin-tabs">
        {TABS.map(({ id, label }) => (
          <Link key={id} to={`?tab=${id}`} aria-current={id === current?.id ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      {current?.content}
      <UndoBar />
    </PageContainer>
  )
}
