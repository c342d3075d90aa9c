import './profile.css'
import { type User } from '@offquad/contracts'
import { Button, Disclosure } from '@offquad/ui'
import { signOut } from '@offquad/web-kit'
import { attempt } from '../../components/attempt'

/** The signed-in user, a note on who can see this page, and the sign-out buttons. */
export function ProfileCard({ user }: { user: User }) {
  const leave = (everywhere: boolean) => attempt(() => signOut({ everywhere }))
  return (
    <section className="account-profile offquad-cluster" aria-labelledby="profile">
      <ProfilePhoto />
      <div>
        <div className="offquad-cluster">
          <h1 id="profile">My Profile</h1>
          <Disclosure label="Who can view my profile?" icon={<QuestionMark />}>
            <p className="account-profile-note">
              No one can. All reviews are anonymous, and only you see this page.
            </p>
          </Disclosure>
        </div>
        <p>
          <strong dir="auto">{user.displayName}</strong> <span className="offquad-soft">{user.email}</span>
        </p>
      </div>
      <div className="offquad-cluster">
        <Button onClick={() => void leave(false)}>Sign Out</Button>
        <Button type="link" onClick={() => void leave(true)}>
          Sign out on all devices
        </Button>
      </div>
    </section>
  )
}

const QuestionMark = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.8">
    <circle cx="12" cy="12" r="9.5" />
    <path d="M9.4 9.4a2.7 2.7 0 1 1 3.9 2.4c-.8.4-1.3 1-1.3 1.9v.3M12 17.2v.2" strokeLinecap="round" />
  </svg>
)

/** A placeholder for everyone: loading the identity provider's picture would tell its servers who opens this page. */
const ProfilePhoto = () => (
  <svg className="account-photo" viewBox="0 0 24 24" width="80" height="80" role="img" aria-label="No photo">
    <path d="M12 13a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM3 25c0-7 4-10 9-10s9 3 9 10z" />
  </svg>
)
