import { type ReviewStatus } from '@offquad/contracts'
import { PageContainer } from '@offquad/ui'
import { usePageTitle } from '@offquad/web-kit'
import { SignedInPage } from '../components/signed-in-page'
import { MyPlacesEditor } from '../features/places/my-places-editor'
import { MyData } from '../features/profile/my-data'
import { MyReviews } from '../features/profile/my-reviews'
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
  usePageTitle('Profile')
  return (
    <SignedInPage
      title="Profile"
      invitation="Find all your reviews and their status. Only you can see this page."
    >
      {(user) => (
        <PageContainer>
          <ProfileCard user={user} />
          {SECTIONS.map((section) => (
            <MyReviews key={section.status} user={user} {...section} />
          ))}
          <section className="account-own" aria-labelledby="places">
            <h2 id="places">My places</h2>
            <MyPlacesEditor heading="h3" />
          </section>
          <MyData user={user} />
        </PageContainer>
      )}
    </SignedInPage>
  )
}
