import { isolated, opensAdministration, type User } from '@offquad/contracts'
import { Button, Menu, showToast } from '@offquad/ui'
import { paths, requireUser, signOut } from '@offquad/web-kit'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { REMEMBERS_USER } from '../early/marks'
import { useNavigation } from './navigation'
import { outlines } from './outlines-shown'

export function SignInButton() {
  // Hidden until now, because the server's page could not know whether the stored user still has a session.
  useEffect(() => {
    Reflect.deleteProperty(document.documentElement.dataset, REMEMBERS_USER)
  }, [])
  return (
    // Closing the dialog rejects; there is nothing to do.
    <Button className="shell-sign-in-button" onClick={() => void requireUser().catch(() => undefined)}>
      Sign in
    </Button>
  )
}

/** The menu behind the user's initial: the remotes' pages for users, and Sign Out. */
export function AccountMenu({ user }: { user: User }) {
  const navigate = useNavigate()
  const signOutAndGoHome = useSignOut()
  const links = useNavigation('account')
  return (
    <Menu
      items={[
        { key: 'name', type: 'group', label: user.email },
        ...links.map(({ path, label }) => ({ key: path, label, onClick: () => void navigate(path) })),
        ...(opensAdministration(user)
          ? [{ key: 'outlines', label: 'Whose part is this?', onClick: () => outlines.set(true) }]
          : []),
        { type: 'divider' },
        { key: 'sign-out', label: 'Sign Out', onClick: () => void signOutAndGoHome() },
      ]}
    >
      <button
        type="button"
        className="shell-account"
        aria-haspopup="menu"
        aria-label={`Account of ${isolated(user.displayName)}`}
      >
        <Avatar user={user} />
      </button>
    </Menu>
  )
}

export function SignOutButton() {
  const signOutAndGoHome = useSignOut()
  return (
    <button type="button" className="shell-link" onClick={() => void signOutAndGoHome()}>
      Sign Out
    </button>
  )
}

/** Signs out and goes to the home page. */
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

/** An initial, not the identity provider's picture: loading that would tell the provider about every page view. */
function Avatar({ user: { displayName } }: { user: User }) {
  return <span aria-hidden="true">{Array.from(displayName)[0]?.toUpperCase()}</span>
}
