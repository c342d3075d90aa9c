import '../components/admin.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { PageContainer } from '@offquad/ui'
import { useUser } from '@offquad/web-kit'
import { Link, useSearchParams } from 'react-router-dom'
import { UndoBar } from '../components/undoable-decisions'
import { ActivityTab } from '../features/activity/activity-tab'
import { ContactTab, useWaitingContacts } from '../features/contact/contact-tab'
import { GuidesTab } from '../features/guides/guides-tab'
import { ModerationTab } from '../features/moderation/moderation-tab'
import { useWaitingReviews, useWaitingTitle } from '../features/moderation/waiting-reviews'
import { PeopleTab } from '../features/people/people-tab'
import { useWaitingSignIns } from '../features/people/waiting-sign-ins'
import { QueuesTab } from '../features/queues/queues-tab'
import { ReleasesTab } from '../features/releases/releases-tab'
import { DataTab } from './data-tab'

const TABS: { id: string; label: string; content: ReactNode }[] = [
  { id: 'reviews', label: 'Reviews', content: <ModerationTab /> },
  { id: 'contact', label: 'Contact', content: <ContactTab /> },
  { id: 'data', label: 'Data', content: <DataTab /> },
  { id: 'guides', label: 'Guides', content: <GuidesTab /> },
  { id: 'people', label: 'People', content: <PeopleTab /> },
  { id: 'activity', label: 'Activity', content: <ActivityTab /> },
  { id: 'queues', label: 'Queues', content: <QueuesTab /> },
  { id: 'releases', label: 'Releases', content: <ReleasesTab /> },
]

/** Administrators have every tab, engineers the releases. */
export const AdminPage = () =>
  useUser()?.slices ? (
    <PageContainer>
      <div className="admin-content">
        <ReleasesTab />
      </div>
    </PageContainer>
  ) : (
    <Administration />
  )

/** The tabs of the administration, with their numbers of waiting items; the URL parameter `tab` has the open one. */
function Administration() {
  const [search] = useSearchParams()
  const current = TABS.find(({ id }) => id === search.get('tab')) ?? TABS[0]
  const reviews = useWaitingReviews()
  useWaitingTitle('Admin', reviews)
  const contact = useWaitingContacts()
  const people = useWaitingSignIns().data?.total
  const waiting: Record<string, number | undefined> = { reviews, contact, people }
  const tabs = useRef<HTMLElement>(null)
  // On a phone the tabs are a row that scrolls, and the counts widen it.
  useEffect(() => {
    const tab = tabs.current?.querySelector<HTMLElement>('[aria-current]')
    if (tabs.current && tab) tabs.current.scrollLeft = tab.offsetLeft - tabs.current.clientWidth / 3
  }, [current, reviews, contact, people])
  return (
    <div className="admin-page">
      <div className="admin-rail">
        <h1>Admin</h1>
        <nav ref={tabs} className="offquad-scroll-row" aria-label="Administration">
          {TABS.map(({ id, label }) => (
            <Link
              key={id}
              className="offquad-plain-link offquad-ends"
              to={`?tab=${id}`}
              aria-current={id === current?.id ? 'page' : undefined}
            >
              {label} {waiting[id] ? <span className="admin-count">{waiting[id]}</span> : null}
            </Link>
          ))}
        </nav>
      </div>
      <div className="admin-content">{current?.content}</div>
      <UndoBar />
    </div>
  )
}
