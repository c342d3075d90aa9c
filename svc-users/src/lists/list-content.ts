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
  const stored = list.places.find(({ id }) => id === placeId)
  if (!stored && list.places.length >= MAX_LIST_PLACES)
    throw new ConflictError(
      'too-many-list-places',
      `A list can have ${MAX_LIST_PLACES} places. Remove one to add another.`,
    )
  const rest = list.places.filter((place) => place !== stored)
  const place: StoredPlace = {
    ...(stored ?? { id: placeId, note: '', opinions: [], position: atEnd(rest) }),
    ...(note !== undefined && { note: cleanText(note) }),
    ...(position !== undefined && { position: unusedPosition(rest, position) }),
  }
  const places = stored
    ? list.places.map((entry) => (entry === stored ? place : entry))
    : [...list.places, place]
  return { ...list, places: withShortPositions(places) }
}

function atEnd(places: readonly StoredPlace[]): string {
  const last = inListOrder(places).at(-1)
  return last ? positionBetween(last.position) : FIRST_POSITION
}

/** Two members may move places to the same position at once: the later place goes behind the earlier. */
function unusedPosition(places: readonly StoredPlace[], position: string): string {
  const later = inListOrder(places).filter((place) => place.position >= position)
  return later[0]?.position === position ? positionBetween(position, later[1]?.position) : position
}

const LONGEST_POSITION = 24

/** Each move makes positions longer: renumbers all places once any is too long. */
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
      const stored = place.opinions.find((entry) => entry.memberId === memberId)
      const { vote = stored?.vote, comment = stored?.comment } = given
      const text = cleanText(comment ?? '')
      const opinion = { memberId, ...(vote && { vote }), ...(text && { comment: text }) }
      const rest = place.opinions.filter((entry) => entry.memberId !== memberId)
      return { ...place, opinions: opinion.vote || opinion.comment ? [...rest, opinion] : rest }
    }),
  }
}

/** The list without a member, their votes and their comments. */
export const withoutMember = (list: StoredList, memberId: string): StoredList => ({
  ...list,
  members: list.members.filter(({ id }) => id !== memberId),
  places: list.places.map((place) => ({
    ...place,
    opinions: place.opinions.filter((entry) => entry.memberId !== memberId),
  })),
})

export const withInvite = (
  { id, name, members, places, version }: StoredList,
  invite: StoredList['invite'],
): StoredList => ({ id, name, members, places, version, ...(invite && { invite }) })
