import { getLikedReviews, getUserReviews, VISIBLE_STATUSES } from '@offquad/contracts'
import { apiQuery, useUser } from '@offquad/web-kit'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

export interface Mine {
  /** Reviews the signed-in user wrote. */
  ownIds: ReadonlySet<string>
  /** Reviews they marked helpful. */
  likedIds: ReadonlySet<string>
}

/**
 * What of public reviews concerns who is signed in. Lists of reviews are the same for everybody, so that they can be
 * answered from memory; this is asked once and put beside them.
 */
export function useMine(): Mine {
  const uid = useUser()?.uid
  const params = { uid: uid ?? '-' }
  const enabled = uid !== undefined
  const own = useQueries({
    queries: VISIBLE_STATUSES.map((status) => ({
      ...apiQuery(getUserReviews, { params: { ...params, status } }),
      enabled,
    })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  })
  const { data: liked } = useQuery({ ...apiQuery(getLikedReviews, { params }), enabled })
  return useMemo(
    () => ({
      ownIds: new Set(enabled ? own.map(({ id }) => id) : []),
      likedIds: new Set(enabled ? liked?.map(({ id }) => id) : []),
    }),
    [own, liked, enabled],
  )
}
