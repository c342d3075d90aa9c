import { type ReviewStatus, type User } from '@offquad/contracts'
import { paths, usePageTitle } from '@offquad/web-kit'
import { Link, useSearchParams } from 'react-router-dom'
import { SignedInPage } from '../components/signed-in-page'
import { MyPlacesEditor } from '../features/places/my-places-editor'
import { MyData } from '../features/profile/my-data'
import { MyReviews, NoReviews, useHasNoReviews } from '../features/profile/my-reviews'
import { ProfileCard } from '../features/profile/profile-card'

const SECTIONS: { status: ReviewStatus; title: string; note: string }[] = [
  {
    status: 'REPORTED',
    title: 'Reported Reviews',
    note: 'Someone reported these. They stay visible until an administrator decides.',
  },
  {
    status: 'PENDING',
    title: 'Pending Reviews',
    note: 'Only you can see these until an administrator approves them.',
  },
  { status: 'APPROVED', title: 'Approved Reviews', note: 'Everyone can read these.' },
  {
    status: 'DECLINED',
    title: 'Declined Reviews',
    note: 'An administrator declined these. Edit one to submit it again.',
  },
]

export function ProfilePage() {
  usePageTitle('My Profile')
  return (
    <SignedInPage
      title="My Profile"
      invitation="Find all your reviews and their status. Only you can see this page."
    >
      {(user) => (
        <>
          <ProfileCard user={user} />
          <ProfileTabs user={user} />
        </>
      )}
    </SignedInPage>
  )
}

const TABS = [
  { id: 'reviews', name: 'Reviews', to: paths.profile() },
  { id: 'places', name: 'Places', to: `${paths.profile()}?tab=places` },
  { id: 'data', name: 'Data', to: `${paths.profile()}?tab=data` },
]

/** The parts of the profile; the URL parameter `tab` has the open one. */
function ProfileTabs({ user }: { user: User }) {
  const [search] = useSearchParams()
  const hasNone = useHasNoReviews(user)
  const current = TABS.find(({ id }) => id === search.get('tab'))?.id ?? 'reviews'
  return (
    <>
      <nav className="account-tabs offquad-tabs" aria-label="Parts of the profile">
        <ul className="offquad-scroll-row">
          {TABS.map(({ id, name, to }) => (
            <li key={id}>
              <Link to={to} aria-current={id === current ? 'page' : undefined} preventScrollReset>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {current === 'reviews' && hasNone && <NoReviews />}
      {current === 'reviews' &&
        !hasNone &&
        SECTIONS.map((section) => <MyReviews key={section.status} user={user} {...section} />)}
      {current === 'places' && (
        <section className="account-own" aria-labelledby="places">
          <h2 id="places">My places</h2>
          <MyPlacesEditor heading="h3" />
        </section>
      )}
      {current === 'data' && <MyData user={user} />}
    </>
  )
}
