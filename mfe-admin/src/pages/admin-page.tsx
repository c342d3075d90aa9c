import '../components/admin.css'
import { PageContainer } from '@offquad/ui'
import { usePageTitle } from '@offquad/web-kit'
import { type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { UndoBar } from '../components/undo-bar'
import { ContactTab } from '../features/contact/contact-tab'
import { ReviewsTab } from '../features/reviews/reviews-tab'

const TABS: { id: string; label: string; content: ReactNode }[] = [
  { id: 'reviews', label: 'Reviews', content: <ReviewsTab /> },
  { id: 'contact', label: 'Contact', content: <ContactTab /> },
]

/** What the team works on; which part is open is part of the address. */
export function AdminPage() {
  usePageTitle('Admin')
  const [search] = useSearchParams()
  const current = TABS.find(({ id }) => id === search.get('tab')) ?? TABS[0]
  return (
    <PageContainer>
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
