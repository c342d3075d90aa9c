import { type User } from '@offquad/contracts'
import { Button, Menu, showToast } from '@offquad/ui'
import { paths, requireUser, signOut } from '@offquad/web-kit'
import { useNavigate } from 'react-router-dom'
import { useNavigation } from './navigation'

export function SignInButton() {
  return (
    // Closing the dialog changes nothing.
    <Button className="shell-sign-in-button" onClick={() => void requireUser().catch(() => undefined)}>
      Sign in
    </Button>
  )
}

/** The remotes' pages for users and Sign Out, behind the user's picture. */
export function AccountMenu({ user }: { user: User }) {
  const navigate = useNavigate()
  const leave = useSignOut()
  const links = useNavigation('account')
  return (
    <Menu
      items={[
        { key: 'name', type: 'group', label: user.email },
        ...links.map(({ path, label }) => ({ key: path, label, onClick: () => void navigate(path) })),
        { type: 'divider' },
        { key: 'sign-out', label: 'Sign Out', onClick: () => void leave() },
      ]}
    >
      <button
        type="button"
        className="shell-account"
        aria-haspopup="menu"
        aria-label={`Account of ${user.displayName}`}
      >
        <Avatar user={user} />
      </button>
    </Menu>
  )
}

export function SignOutButton() {
  const leave = useSignOut()
  return (
    <button type="button" className="shell-link shell-sign-out" onClick={() => void leave()}>
      Sign Out
    </button>
  )
}

/** Signs out; pages that need a user lead home. */
function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    try {
      await signOut()
      await navigate(paths.home())
    } catch (error) {
      showToast('error', (error as Error).message)
    }
  }
}

/** No picture: the identity provider's lies on its servers, which would see every page that is opened. */
function Avatar({ user: { displayName } }: { user: User }) {
  return <span aria-hidden="true">{Array.from(displayName)[0]?.toUpperCase()}</span>
}
