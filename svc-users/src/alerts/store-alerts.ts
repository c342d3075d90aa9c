import {
  type PayloadOf,
  type reportSearchMatches,
  type sendReviewApprovedMail,
  watchSearches as watchSearchesJob,
} from '@offquad/contracts'
import { type Jobs } from '@offquad/service-kit'
import { type Repositories } from '../repositories'

const DAY_MS = 24 * 60 * 60_000
/** svc-catalog stops watching a search after twice this time. */
const WATCH_AGAIN_AFTER_MS = 30 * DAY_MS
const SEARCHES_AT_ONCE = 500

interface WatchDeps extends Pick<Repositories, 'savedSearches'> {
  jobs: Pick<Jobs, 'add'>
  now: () => Date
}

/** Requests svc-catalog to watch saved searches that are new, or whose last request was long ago. */
export async function watchSavedSearches({ savedSearches, jobs, now }: WatchDeps): Promise<void> {
  const due = new Date(now().getTime() - WATCH_AGAIN_AFTER_MS)
  for (;;) {
    const searches = await savedSearches.listWatchedBefore(due, SEARCHES_AT_ONCE)
    if (searches.length === 0) return
    await jobs.add(watchSearchesJob, { searches: [...new Set(searches.map(({ criteria }) => criteria))] })
    await savedSearches.markWatched(
      searches.map(({ id }) => id),
      now(),
    )
  }
}

interface AlertDeps extends Pick<Repositories, 'savedSearches' | 'savedItems' | 'alerts'> {
  now: () => Date
}

/** Alerts all users who saved one of the searches. A repeated round has no effect. */
export async function alertSearchers(
  { savedSearches, alerts, now }: AlertDeps,
  { round, changedAt, matches }: PayloadOf<typeof reportSearchMatches>,
): Promise<void> {
  const matchOf = new Map(matches.map((match) => [match.search, match]))
  const searches = await savedSearches.listWith([...matchOf.keys()], new Date(changedAt))
  const at = now()
  await alerts.add(
    searches.flatMap(({ id, userId, name, address, criteria }) => {
      const match = matchOf.get(criteria)
      if (!match) return []
      const { places, total } = match
      return [{ id: `${id}/${round}`, userId, search: { name, address }, places, total, at, isSeen: false }]
    }),
  )
}

/** Alerts all users who bookmarked an apartment, except the author, of a new review. */
export async function alertBookmarkers(
  { savedItems, alerts, now }: AlertDeps,
  { aptId, reviewId, userId: authorId }: PayloadOf<typeof sendReviewApprovedMail>,
): Promise<void> {
  if (aptId === null) return
  const users = await savedItems.usersWith({ kind: 'apartment', itemId: aptId })
  const at = now()
  await alerts.add(
    users
      .filter((userId) => userId !== authorId)
      .map((userId) => ({
        id: `${userId}/${reviewId}`,
        userId,
        search: null,
        places: [{ aptId, reason: 'review' as const }],
        total: 1,
        at,
        isSeen: false,
      })),
  )
}
