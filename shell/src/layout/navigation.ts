import { type NavigationEntry, opensAdministration, type User } from '@offquad/contracts'
import { remoteApps, useUser } from '@offquad/web-kit'

/** The links that remotes declare for a menu and the current user may see, in order. */
export function useNavigation(menu: NavigationEntry['menu']): NavigationEntry[] {
  const user = useUser()
  return remoteApps()
    .flatMap(({ remote }) => remote?.navigation ?? [])
    .filter((entry) => entry.menu === menu && isVisibleTo(user, entry))
    .toSorted((a, b) => a.order - b.order || a.label.localeCompare(b.label))
}

function isVisibleTo(user: User | undefined, { audience }: NavigationEntry): boolean {
  if (audience === 'anyone') return true
  return audience === 'admin' ? opensAdministration(user) : user !== undefined
}
