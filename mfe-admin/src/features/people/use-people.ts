import { getAdministrators, getPeople, type Person, type Role, setRole } from '@offquad/contracts'
import { api, apiQuery, withRecentSignIn } from '@offquad/web-kit'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'

const KEY = ['people']

/** Administrators and developers, a page at a time. */
export const usePeople = () =>
  useInfiniteQuery({
    queryKey: KEY,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api(getPeople, { query: pageParam === '' ? {} : { cursor: pageParam }, signal }),
    getNextPageParam: (page) => page.next,
    // Another administrator may have decided something since.
    staleTime: 0,
  })

/** Grants or revokes a role; who signed in longer ago is asked to do it again first. */
export function useSetRole(): (email: string, role: Role) => Promise<Person> {
  const client = useQueryClient()
  return async (email, role) => {
    const purpose = role === 'student' ? 'revoke a role' : 'grant a role'
    try {
      return await withRecentSignIn(purpose, () => api(setRole, { body: { email, role } }))
    } finally {
      await Promise.all([
        client.invalidateQueries({ queryKey: KEY }),
        client.invalidateQueries({ queryKey: apiQuery(getAdministrators).queryKey }),
      ])
    }
  }
}

export const ROLE_NAMES: Record<Role, string> = {
  admin: 'Administrator',
  developer: 'Developer',
  student: 'No role',
}
