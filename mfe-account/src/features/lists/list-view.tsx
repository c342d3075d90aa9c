import './lists.css'
import {
  getListings,
  getListMinutes,
  inListOrder,
  type Listing,
  type ListPlace,
  MAX_COMPARED,
  positionBetween,
  putListPlace,
  type Shortlist,
} from '@offquad/contracts'
import { HeadingRow, ListSkeleton, StateMessage } from '@offquad/ui'
import {
  api,
  apiQuery,
  isNotFound,
  LoadFailure,
  paths,
  queryFailure,
  useFocusSuccessor,
  usePageTitle,
} from '@offquad/web-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FocusEventHandler, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { listsPath } from '../../components/list-paths'
import { MoveButtons, useMoves } from '../../components/move-buttons'
import { ListActions } from './list-actions'
import { nameOf, PlaceOfList } from './list-place'
import { type ChangeList, useList } from './use-list'

/** A list as its members see it. */
export function ListView({ id }: { id: string }) {
  const { query, change } = useList(id)
  const { data: list } = query
  const listings = useListings(list?.places.map((place) => place.id))
  const minutes = useMinutes(list, id)
  const { successor, onFocus } = useFocusSuccessor<HTMLHeadingElement>()
  usePageTitle(list?.name ?? 'List')
  if (isNotFound(query.error))
    return (
      <StateMessage
        heading="h1"
        title="This list is not there."
        detail="It was deleted, or you are not a member of it any more."
        action={<Link to={listsPath}>My lists</Link>}
      />
    )
  const failure = queryFailure(query, listings)
  if (failure) return <LoadFailure heading="h1" title="This list cannot be loaded right now." {...failure} />
  // All at once, so that nothing shifts.
  if (!list || !listings.data || minutes.isPending) return <ListSkeleton items={3} lines={6} />
  return (
    <>
      <HeadingRow>
        <h1 ref={successor} tabIndex={-1} dir="auto">
          {list.name}
        </h1>
        <div className="offquad-cluster">
          {list.places.length > 1 && (
            <Link className="offquad-button offquad-plain-link" to={comparePath(list)}>
              Compare {list.places.length > MAX_COMPARED ? `the first ${MAX_COMPARED}` : 'these'}
            </Link>
          )}
          <ListActions list={list} change={change} />
        </div>
      </HeadingRow>
      <Members list={list} />
      {list.places.length === 0 ? (
        <StateMessage
          title="There are no places in this list yet."
          detail="Add some that you saved, or find others."
          action={<Link to={paths.search({})}>Find places</Link>}
        />
      ) : (
        <Places
          list={list}
          listings={listings.data}
          minutes={minutes.data}
          change={change}
          onFocus={onFocus}
        />
      )}
    </>
  )
}

const comparePath = ({ places }: Shortlist): string =>
  `/compare?ids=${places
    .slice(0, MAX_COMPARED)
    .map(({ id }) => encodeURIComponent(id))
    .join(',')}`

/** Fetches the listings in a single request, which reordering does not repeat. */
export function useListings(ids: string[] | undefined) {
  const sorted = ids?.toSorted() ?? []
  return useQuery({
    ...apiQuery(getListings, { params: { ids: sorted.join(',') } }),
    enabled: sorted.length > 0,
    ...(ids?.length === 0 && { initialData: NO_LISTINGS }),
    placeholderData: keepPreviousData,
  })
}
const NO_LISTINGS: Listing[] = []

/** Fetched again when places or members change, but not for a vote. */
function useMinutes(list: Shortlist | undefined, id: string) {
  const { queryKey, queryFn } = apiQuery(getListMinutes, { params: { id } })
  const parts = [
    list?.places.map((place) => place.id).toSorted(),
    list?.members.map((member) => member.id),
    list?.showsMinutes,
  ]
  return useQuery({
    queryKey: [...queryKey, ...parts],
    queryFn,
    enabled: list !== undefined,
    placeholderData: keepPreviousData,
  })
}

type Minutes = ReturnType<typeof useMinutes>['data']

function Members({ list: { members, me } }: { list: Shortlist }) {
  const otherMembers = members.filter(({ id }) => id !== me)
  if (otherMembers.length === 0) return <p className="offquad-note">Only you see this list.</p>
  return (
    <p className="offquad-note">
      {`${members.length} members: me`}
      {otherMembers.map(({ id, name }) => (
        <span key={id}>
          , <bdi>{name}</bdi>
        </span>
      ))}
    </p>
  )
}

interface PlacesProps {
  list: Shortlist
  listings: Listing[]
  minutes: Minutes
  change: ChangeList
  onFocus: FocusEventHandler
}

function Places({ list, listings, minutes, change, onFocus }: PlacesProps) {
  const root = useRef<HTMLOListElement>(null)
  const [draggedId, setDraggedId] = useState<string>()
  const { places } = list
  const listingOf = (id: string) => listings.find(({ buildingData }) => buildingData.id === id)
  const named = places.map((place) => ({ ...place, name: nameOf(listingOf(place.id)) }))
  const { status, move } = useMoves(root, named, moveTo)
  const shown = list.members.filter(({ id }) => minutes?.items.some(({ memberId }) => memberId === id))

  function moveTo({ id }: Pick<ListPlace, 'id'>, to: number): void {
    const fixed = places.filter((place) => place.id !== id)
    const position = positionBetween(fixed[to - 1]?.position, fixed[to]?.position)
    void change(
      () => api(putListPlace, { params: { id: list.id, placeId: id }, body: { position } }),
      (base) => ({
        ...base,
        places: inListOrder(base.places.map((place) => (place.id === id ? { ...place, position } : place))),
      }),
    )
  }

  return (
    <>
      <ol ref={root} className="account-list-places offquad-stack" onFocus={onFocus}>
        {named.map((place, index) => (
          <li
            key={place.id}
            className="offquad-panel"
            onDragOver={(event) => draggedId !== undefined && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              if (draggedId !== undefined && draggedId !== place.id) moveTo({ id: draggedId }, index)
            }}
          >
            <PlaceOfList
              list={list}
              place={place}
              listing={listingOf(place.id)}
              minutes={shown.map((member) => ({
                member,
                minutes: minutes?.items.find((row) => row.memberId === member.id && row.placeId === place.id)
                  ?.minutes,
              }))}
              change={change}
            >
              {places.length > 1 && (
                <>
                  <MoveButtons item={place} index={index} last={places.length - 1} onMove={move} />
                  {/* Drag handle for a mouse; the buttons do the same. */}
                  <span
                    className="account-list-handle offquad-soft"
                    aria-hidden="true"
                    title="Drag to move"
                    draggable
                    onDragStart={({ dataTransfer, currentTarget }) => {
                      const row = currentTarget.closest('li')
                      dataTransfer.effectAllowed = 'move'
                      dataTransfer.setData('text/plain', place.name)
                      if (row) dataTransfer.setDragImage(row, 0, 0)
                      setDraggedId(place.id)
                    }}
                    onDragEnd={() => setDraggedId(undefined)}
                  >
                    ⠿
                  </span>
                </>
              )}
            </PlaceOfList>
          </li>
        ))}
      </ol>
      <p role="status" className="offquad-visually-hidden">
        {status}
      </p>
    </>
  )
}
