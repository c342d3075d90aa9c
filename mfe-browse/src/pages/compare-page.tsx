import {
  type ComparedRatings,
  getComparedRatings,
  getCommutes,
  getListings,
  isolated,
  type Listing,
  type ListingCommute,
  MAX_COMPARED,
  type MyPlace,
} from '@offquad/contracts'
import { HeadingRow, ListSkeleton, PageContainer, showToast, StateMessage, TextButton } from '@offquad/ui'
import {
  api,
  apiQuery,
  commutePlaceOf,
  countText,
  currentUser,
  LoadFailure,
  paths,
  queryFailure,
  useMyPlaces,
  usePageTitle,
} from '@offquad/web-kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import {
  choosePlaces,
  chosenPlaces,
  comparedIds,
  comparePath,
  useChosenPlaces,
} from '../components/chosen-places'
import { ShareButton } from '../components/share-button'
import { compareRows } from '../features/compare/compare-rows'
import { CompareTable } from '../features/compare/compare-table'

const listingsQuery = (ids: readonly string[]) => apiQuery(getListings, { params: { ids: ids.join(',') } })

const ratingsQuery = (ids: readonly string[]) =>
  apiQuery(getComparedRatings, { query: { aptIds: ids.slice(0, MAX_COMPARED).join(',') } })

/** Up to four places side by side; the URL names them. */
export function ComparePage() {
  const [parameters] = useSearchParams()
  const ids = comparedIds(parameters)
  const isRequested = ids.length > 0
  const listings = useQuery({ ...listingsQuery(ids), enabled: isRequested })
  const listed = ids.flatMap((id) => listings.data?.find(({ buildingData }) => buildingData.id === id) ?? [])
  const shown = listed.slice(0, MAX_COMPARED)
  // Until the places are loaded, ratings of the first ids in the URL: most URLs name no others.
  const ratings = useQuery({ ...ratingsQuery(listings.data ? idsOf(shown) : ids), enabled: isRequested })
  const failure = queryFailure(listings, ratings)
  usePageTitle(shown.length > 0 ? titleOf(shown) : 'Compare places')
  return (
    <PageContainer>
      {!isRequested || (listings.data && shown.length === 0) ? (
        <NothingToCompare isUnknown={isRequested} />
      ) : failure ? (
        <LoadFailure title="The places cannot be compared right now." {...failure} />
      ) : listings.data && ratings.data ? (
        <Comparison
          listings={shown}
          ratings={ratings.data}
          leftOut={listed.slice(MAX_COMPARED)}
          unknown={ids.length - listed.length}
        />
      ) : (
        <ListSkeleton items={4} lines={4} />
      )}
    </PageContainer>
  )
}

const idsOf = (listings: readonly Listing[]): string[] => listings.map(({ buildingData }) => buildingData.id)

const namesOf = (listings: readonly Listing[]): string =>
  listings.map(({ buildingData }) => isolated(buildingData.name)).join(', ')

const titleOf = (listings: readonly Listing[]): string => `Compare ${namesOf(listings)}`

/** Places that the URL names and the page does not show. */
interface Omitted {
  /** Places beyond the limit. */
  leftOut: readonly Listing[]
  /** The number of places that do not exist. */
  unknown: number
}

function NothingToCompare({ isUnknown }: { isUnknown: boolean }) {
  const chosen = useChosenPlaces()
  return (
    <StateMessage
      heading="h1"
      title={isUnknown ? 'These places are no longer listed.' : 'Compare places side by side'}
      detail="Press Compare on up to four places: in a search, on the map, on their pages or in your bookmarks. Then see their rents, reviews, minutes and leases in one table."
      action={
        <p className="offquad-cluster">
          <Link className="offquad-outline-button" to={paths.search({})}>
            Search places
          </Link>
          {chosen.length > 0 && !isUnknown && (
            <Link className="offquad-outline-button" to={comparePath(chosen)}>
              {`Compare the ${countText(chosen.length, 'place')} you chose`}
            </Link>
          )}
        </p>
      }
    />
  )
}

interface ComparisonProps extends Omitted {
  listings: Listing[]
  ratings: ComparedRatings[]
}

function Comparison({ listings, ratings, ...omitted }: ComparisonProps) {
  const ids = idsOf(listings)
  const navigate = useNavigate()
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isUnfolded, setIsUnfolded] = useState(false)
  const { places: destinations } = useMyPlaces()
  const commutes = useCommutesOf(ids, destinations)
  useChoiceFollows(ids)
  const groups = compareRows(
    listings.map((listing) => ({
      listing,
      ratings: ratings.find(({ aptId }) => aptId === listing.buildingData.id),
      commutes: commutes && (commutes.get(listing.buildingData.id) ?? []),
    })),
    destinations.map((place) => ({ ...place, placeId: commutePlaceOf(place).id })),
  )
  const equal = groups.flatMap(({ rows }) => rows).filter(({ isDifferent }) => !isDifferent).length

  function remove({ buildingData: { id, name } }: Listing): void {
    // Without its last place, the page no longer has the effect that follows.
    const isChosen = chosenPlaces().join(',') === ids.join(',')
    const show = (next: string[]) => {
      if (isChosen) choosePlaces(next)
      void navigate(comparePath(next), { preventScrollReset: true })
    }
    const remaining = ids.filter((shownId) => shownId !== id)
    // The remaining places are loaded already: this works without a network, too.
    client.setQueryData(
      listingsQuery(remaining).queryKey,
      listings.filter(({ buildingData }) => buildingData.id !== id),
    )
    client.setQueryData(
      ratingsQuery(remaining).queryKey,
      ratings.filter(({ aptId }) => aptId !== id),
    )
    show(remaining)
    // The removed place's button had the focus.
    heading.current?.focus()
    showToast(
      'undo',
      <>
        <bdi>{name}</bdi> was removed. <TextButton onClick={() => show(ids)}>Undo</TextButton>
      </>,
    )
  }

  return (
    <>
      <HeadingRow>
        <h1 ref={heading} tabIndex={-1}>
          {listings.length === 1 ? 'Compare with another place' : `Compare ${listings.length} places`}
        </h1>
        <div className="offquad-cluster">
          {listings.length < MAX_COMPARED && (
            <Link className="offquad-outline-button" to={paths.search({})} onClick={() => choosePlaces(ids)}>
              Add a place
            </Link>
          )}
          <ShareButton title={titleOf(listings)} />
        </div>
      </HeadingRow>
      <OmittedNote {...omitted} />
      <div className="offquad-stack">
        {listings.length > 1 && (
          <p className="offquad-note">
            Green marks the best of each row.{' '}
            {equal > 0 && (
              <TextButton aria-expanded={isUnfolded} onClick={() => setIsUnfolded(!isUnfolded)}>
                {isUnfolded ? 'Hide' : 'Show'} {countText(equal, 'equal row')}
              </TextButton>
            )}
          </p>
        )}
        <CompareTable
          listings={listings}
          groups={groups}
          isFolded={!isUnfolded && listings.length > 1}
          onRemove={remove}
        />
        {destinations.length === 0 && (
          <p className="offquad-note">
            <Link to={paths.places()}>Name the places you go to</Link> to compare the ways there.
          </p>
        )}
      </div>
    </>
  )
}

function OmittedNote({ leftOut, unknown }: Omitted) {
  if (leftOut.length === 0 && unknown === 0) return null
  return (
    <div className="offquad-notice offquad-section" role="status">
      {unknown > 0 && (
        <p>{`${countText(unknown, 'place')} ${unknown === 1 ? 'is' : 'are'} no longer listed and left out.`}</p>
      )}
      {leftOut.length > 0 && (
        <p>
          {`${MAX_COMPARED} places fit side by side. Left out: ${namesOf(leftOut)}. `}
          <Link to={comparePath(idsOf(leftOut))}>
            {leftOut.length === 1 ? 'See that one instead' : 'Compare those instead'}
          </Link>
        </p>
      )}
    </div>
  )
}

/** The commutes to the reader's places, by apartment, in one request; undefined while they load. */
function useCommutesOf(
  ids: readonly string[],
  destinations: readonly MyPlace[],
): ReadonlyMap<string, readonly ListingCommute[]> | undefined {
  const body = { apartmentIds: [...ids], places: destinations.map(commutePlaceOf) }
  const { data, isPending } = useQuery({
    queryKey: [getCommutes.path, 'compared', body],
    queryFn: () => api(getCommutes, { body, asUser: currentUser() !== undefined }),
    enabled: destinations.length > 0,
  })
  if (isPending && destinations.length > 0) return undefined
  return new Map(data?.items.map(({ apartmentId, commutes }) => [apartmentId, commutes]))
}

/** While the page shows this browser's choice, removing a place here also removes it from the choice, and Back restores it. */
function useChoiceFollows(ids: readonly string[]): void {
  const shown = ids.join(',')
  const before = useRef(shown)
  useEffect(() => {
    if (before.current !== shown && chosenPlaces().join(',') === before.current)
      choosePlaces(shown.split(','))
    before.current = shown
  }, [shown])
}
