import { decideWaitingSignIn, getPeopleLog, getWaitingSignIns, type SignInDecision } from '@offquad/contracts'
import { api, apiQuery, useApi, withRecentSignIn } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'

/** The people who wait longest, and how many there are. */
export const useWaitingSignIns = () => useApi(getWaitingSignIns)

/** Allows or refuses a sign-in that waits; who signed in longer ago is asked to do it again first. */
export function useDecideSignIn(): (id: string, decision: SignInDecision) => Promise<unknown> {
  const client = useQueryClient()
  return async (id, decision) => {
    const purpose = decision === 'allowed' ? 'allow a sign-in' : 'refuse a sign-in'
    try {
      return await withRecentSignIn(purpose, () =>
        api(decideWaitingSignIn, { params: { id }, body: { decision } }),
      )
    } finally {
      // Somebody else may have decided it: then it is not there any more, either.
      await Promise.all([
        client.invalidateQueries({ queryKey: apiQuery(getWaitingSignIns).queryKey }),
        client.invalidateQueries({ queryKey: apiQuery(getPeopleLog).queryKey }),
      ])
    }
  }
}
