import '../components/admin.css'
import { PageContainer } from '@offquad/ui'
import { type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { UndoBar } from '../components/undoable-decisions'
import { ActivityTab } from '../features/activity/activity-tab'
import { ContactTab } from '../features/contact/contact-tab'
import { ModerationTab } from '../features/moderation/moderation-tab'
import { WaitingTitle } from '../features/moderation/waiting-reviews'
import { PeopleTab, PeopleTabLabel } from '../features/people/people-tab'
import { QueuesTab } from '../features/queues/queues-tab'
import { DataTab } from './data-tab'

const TABS: { id: string; label: ReactNode; content: ReactNode }[] = [
  { id: 'reviews', label: 'Reviews', content: <ModerationTab /> },
  { id: 'contact', label: 'Contact', content: <ContactTab /> },
  { id: 'data', label: 'Data', content: <DataTab /> },
  { id: 'people', label: <PeopleTabLabel />, content: <PeopleTab /> },
  { id: 'activity', label: 'Activity', content: <ActivityTab /> },
  { id: 'queues', label: 'Queues', content: <QueuesTab /> },
]

/** The tabs of the administration; the URL parameter `tab` says which is open. */
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
