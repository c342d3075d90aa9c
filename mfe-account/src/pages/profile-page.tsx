import { type ReviewStatus } from '@offquad/contracts'
import { PageContainer } from '@offquad/ui'
import { usePageTitle } from '@offquad/web-kit'
import { SignedInPage } from '../components/signed-in-page'
import { OwnData } from '../features/profile/own-data'
import { OwnReviews } from '../features/profile/own-reviews'
import { ProfileCard } from '../features/profile/profile-card'

const SECTIONS: { status: ReviewStatus; title: string; note: string }[] = [
  {
    status: 'REPORTED',
    title: 'Reported Reviews',
    note: 'Somebody reported these. They stay visible until an administrator has decided.',
  },
  { status: 'PENDING', title: 'Pending Reviews', note: 'An administrator reads these before others can.' },
  { status: 'APPROVED', title: 'Approved Reviews', note: 'Everybody can read these.' },
  {
    status: 'DECLINED',
    title: 'Declined Reviews',
    note: 'An administrator did not publish these. Change one, and it is looked at again.',
  },
]

export function ProfilePage() {
  usePageTitle('Profile')
  return (
    <SignedInPage
      title="Profile"
      invitation="Your reviews and what has become of them are here for you alone."
    >
      {(user) => (
        <PageContainer>
          <ProfileCard user={user} />
          {SECTIONS.map((section) => (
            <OwnReviews key={section.status} user={user} {...section} />
          ))}
          <OwnData user={user} />
        </PageContainer>
      )}
    </SignedInPage>
  )
}
