import { isDeepStrictEqual } from 'node:util'
import { type PayloadOf, reportSearchMatches, resourceOf, type University } from '@offquad/contracts'
import { inParts, type Jobs } from '@offquad/service-kit'
import { type CommuteTimes } from '../catalog/catalog'
import { type StoredApartment } from '../catalog/entities'
import { type Repositories } from '../repositories'
import { type ListingChange, type Round } from './listing-changes.repository'
import { createSearchMatcher } from './match-searches'

interface Deps extends Pick<
  Repositories,
  'apartments' | 'landlords' | 'reviewStats' | 'watchedSearches' | 'listingChanges'
> {
  university: University
  commuteTimes: CommuteTimes
  jobs: Pick<Jobs, 'add'>
  now: () => Date
}

const MAX_CHANGES = 500
const MATCHES_PER_MESSAGE = 200
// Tolerates this much clock skew of writers and duration of a write.
const OVERLAP_MS = 60_000

/**
 * Reports the listings that have changed since the last round to users with a saved search that the listings now meet. A
 * round is stored before it is reported, so that an interrupted round is reported again unchanged; svc-users counts it once.
 */
export async function matchChangedListings(deps: Deps): Promise<void> {
  const { listingChanges } = deps
  for (;;) {
    const newest = await listingChanges.newest()
    if (!newest) return seeAll(deps)
    const round = newest.changes.length > 0 ? newest : await beginRound(deps, newest)
    if (!round) return
    await report(deps, round)
    await listingChanges.settle(round)
  }
}

/** The first round of a site: existing listings are not news. */
async function seeAll({ apartments, listingChanges, now }: Deps): Promise<void> {
  const begunAt = now()
  for (const ids of inParts(await apartments.listIds(), MAX_CHANGES)) {
    const changes = (await apartments.list(ids)).map((listing) => ({ after: withoutPictures(listing) }))
    await listingChanges.settle({ version: 0, changes })
  }
  await listingChanges.begin({ version: 1, begunAt, seenUntil: begunAt, changes: [] })
}

/** @returns undefined if nothing has changed, or another process was faster */
async function beginRound(
  { apartments, listingChanges, now }: Deps,
  newest: Round,
): Promise<Round | undefined> {
  const begunAt = now()
  const ids = await apartments.listIdsChangedSince(new Date(newest.seenUntil.getTime() - OVERLAP_MS))
  if (ids.length === 0) return undefined
  const changes: ListingChange[] = []
  for (const part of inParts(ids, MAX_CHANGES)) {
    const [current, seen] = await Promise.all([apartments.list(part), listingChanges.seen(part)])
    for (const after of current.map(withoutPictures)) {
      const before = seen.get(after.apartment.id)
      if (!isDeepStrictEqual(before, plain(after))) changes.push({ ...(before && { before }), after })
    }
    if (changes.length >= MAX_CHANGES) break
  }
  const round: Round = {
    version: newest.version + 1,
    begunAt,
    seenUntil: changes.length >= MAX_CHANGES ? newest.seenUntil : begunAt,
    changes: changes.slice(0, MAX_CHANGES),
  }
  const isOurs = await listingChanges.begin(round)
  return isOurs && changes.length > 0 ? round : undefined
}

async function report(deps: Deps, { version, begunAt, changes }: Round): Promise<void> {
  const match = await openMatcher(deps, changes)
  let matches: PayloadOf<typeof reportSearchMatches>['matches'] = []
  const send = async () => {
    if (matches.length === 0) return
    await deps.jobs.add(reportSearchMatches, {
      round: version,
      changedAt: begunAt.toISOString(),
      matches,
    })
    matches = []
  }
  for await (const search of deps.watchedSearches.all()) {
    const { places, total } = match(JSON.parse(search) as Parameters<typeof match>[0])
    if (places.length === 0) continue
    matches.push({ search, places, total })
    if (matches.length === MATCHES_PER_MESSAGE) await send()
  }
  await send()
}

async function openMatcher(deps: Deps, changes: readonly ListingChange[]) {
  const apartments = changes.flatMap(({ before, after }) => (before ? [before, after] : [after]))
  const idsOf = (ids: (string | null)[]) => [...new Set(ids.filter((id) => id !== null))]
  const [landlords, stats] = await Promise.all([
    deps.landlords.list(idsOf(apartments.map(({ apartment }) => apartment.landlordId))),
    deps.reviewStats.find(changes.map(({ after }) => resourceOf('apartment', after.apartment.id))),
  ])
  return createSearchMatcher(deps, { changes, landlords, stats })
}

/** Searches do not match pictures, whose URLs would make a round too large for a document. */
const withoutPictures = ({ apartment, ...others }: StoredApartment): StoredApartment => ({
  ...others,
  apartment: { ...apartment, photos: [] },
})

/** The listing as the database returns it. */
const plain = (stored: StoredApartment): unknown => JSON.parse(JSON.stringify(stored))
