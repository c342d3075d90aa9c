import {
  type BodyOf,
  cleanText,
  FIRST_POSITION,
  inListOrder,
  MAX_LIST_PLACES,
  positionBetween,
  type putListOpinion,
  type putListPlace,
} from '@offquad/contracts'
import { ConflictError, NotFoundError } from '@offquad/service-kit'
import { type StoredList, type StoredPlace } from './lists.repository'

type PlaceFields = BodyOf<typeof putListPlace>

/** @throws ConflictError when the list is full */
export function withPlace(list: StoredList, placeId: string, { note, position }: PlaceFields): StoredList {
  const known = list.places.find(({ id }) => id === placeId)
  if (!known && list.places.length >= MAX_LIST_PLACES)
    throw new ConflictError(
      'too-many-list-places',
      `A list can have ${MAX_LIST_PLACES} places. Remove one to add another.`,
    )
  const others = list.places.filter((place) => place !== known)
  const place: StoredPlace = {
    ...(known ?? { id: placeId, note: '', opinions: [], position: atEnd(others) }),
    ...(note !== undefined && { note: cleanText(note) }),
    ...(position !== undefined && { position: unusedPosition(others, position) }),
  }
  const places = known
    ? list.places.map((other) => (other === known ? place : other))
    : [...list.places, place]
  return { ...list, places: withShortPositions(places) }
}

function atEnd(places: readonly StoredPlace[]): string {
  const last = inListOrder(places).at(-1)
  return last ? positionBetween(last.position) : FIRST_POSITION
}

/** Two members may move places to the same position at the same time: the later one comes behind. */
function unusedPosition(places: readonly StoredPlace[], position: string): string {
  const later = inListOrder(places).filter((place) => place.position >= position)
  return later[0]?.position === position ? positionBetween(position, later[1]?.position) : position
}

const LONGEST_POSITION = 24

/** Moving places about makes positions longer: they begin again then. */
function withShortPositions(places: StoredPlace[]): StoredPlace[] {
  if (places.every(({ position }) => position.length <= LONGEST_POSITION)) return places
  let position = FIRST_POSITION
  const fresh = new Map(
    inListOrder(places).map(({ id }) => {
      position = positionBetween(position)
      return [id, position]
    }),
  )
  return places.map((place) => ({ ...place, position: fresh.get(place.id) ?? place.position }))
}

export const withoutPlace = (list: StoredList, placeId: string): StoredList => ({
  ...list,
  places: list.places.filter(({ id }) => id !== placeId),
})

/** @throws NotFoundError when the place is not in the list any more */
export function withOpinion(
  list: StoredList,
  placeId: string,
  memberId: string,
  given: BodyOf<typeof putListOpinion>,
): StoredList {
  if (!list.places.some(({ id }) => id === placeId))
    throw new NotFoundError('list-place-not-found', 'This place is not in the list any more.')
  return {
    ...list,
    places: list.places.map((place) => {
      if (place.id !== placeId) return place
      const known = place.opinions.find((one) => one.memberId === memberId)
      const { vote = known?.vote, comment = known?.comment } = given
      const text = cleanText(comment ?? '')
      const opinion = { memberId, ...(vote && { vote }), ...(text && { comment: text }) }
      const others = place.opinions.filter((one) => one.memberId !== memberId)
      return { ...place, opinions: opinion.vote || opinion.comment ? [...others, opinion] : others }
    }),
  }
}

/** Without a member, their votes and their comments. */
export const withoutMember = (list: StoredList, memberId: string): StoredList => ({
  ...list,
  members: list.members.filter(({ id }) => id !== memberId),
  places: list.places.map((place) => ({
    ...place,
    opinions: place.opinions.filter((one) => one.memberId !== memberId),
  })),
})

export const withInvite = (
  { id, name, members, places, version }: StoredList,
  invite: StoredList['invite'],
): StoredList => ({ id, name, members, places, version, ...(invite && { invite }) })
