import {
  campusPlaces,
  type Commute,
  COMMUTE_MODE_NAMES,
  type CommuteMode,
  type MyPlace,
  TRAVEL_SPEEDS,
} from '@offquad/contracts'
import { type MapViewProps } from '@offquad/ui'
import { pageData, searchablePlaces, university, useMyPlaces } from '@offquad/web-kit'
import { useState } from 'react'

const RING_MINUTES = [5, 10, 15, 20]
const NO_RINGS = 'none'

/** Modes whose minutes follow from the distance; by car or bus they depend on roads and lines. */
type RingMode = 'walk' | 'bike'
const isRingMode = (mode: CommuteMode): mode is RingMode => mode === 'walk' || mode === 'bike'

/** The commute to a place that the map shows, and that can be the center of rings. */
interface Way {
  /** The place's id in searches. */
  placeId: string
  name: string
  latitude: number
  longitude: number
  mode: CommuteMode
  group: string
  /** Whether it is the reader's own place rather than the university's. */
  isOwn: boolean
}

/**
 * Landmarks, the reader's own places, and rings of minutes around one of them: the place that the search names, else the first of
 * the reader's places, else on a plan without streets a landmark, until the reader chooses another center.
 */
export function useMapRings(
  commute: Commute | undefined,
): Pick<MapViewProps, 'landmarks' | 'onLandmarkChoose' | 'rings' | 'ringChoice'> {
  const { places } = useMyPlaces()
  const searched = searchedWays(commute)
  const own = ownWays(places)
  const [followed] = commute ? searched : own
  const [choice, setChoice] = useState<{ value: string; followed: string }>()
  // The choice applies until the reader searches for the commute to another place.
  const value = choice?.followed === keyOf(followed) ? choice.value : defaultValue(followed)
  const ways = [...searched, ...own, ...landmarkWays()]
  const centers = firstOfEach(ways.map(withRingMode), keyOf)
  const chosen = centers.find((center) => keyOf(center) === value)
  const choose = (next: string) => setChoice({ value: next, followed: keyOf(followed) })
  return {
    landmarks: firstOfEach(ways, ({ placeId }) => placeId).map((way) => ({
      ...way,
      id: way.placeId,
      isChosen: way.placeId === chosen?.placeId,
    })),
    onLandmarkChoose(id) {
      const center = centers.find(({ placeId }) => placeId === id && id !== chosen?.placeId)
      choose(keyOf(center))
    },
    rings: chosen && {
      center: chosen,
      minutes: RING_MINUTES,
      ...paceOf(chosen.mode),
      label: `Minutes ${labelOf(chosen)}, estimated`,
    },
    ringChoice: {
      value: keyOf(chosen),
      options: [
        ...centers.map((center) => ({ value: keyOf(center), label: labelOf(center), group: center.group })),
        { value: NO_RINGS, label: 'none', group: 'Without' },
      ],
      onChange: choose,
      note: chosen ? 'Rings are estimates' : noteWithoutRings(followed, value),
    },
  }
}

/** The commute that a search names, if its place is known here. */
function searchedWays(commute: Commute | undefined): Way[] {
  const place = searchablePlaces().find(({ id }) => id === commute?.placeId)
  if (!commute || !place) return []
  return [{ ...place, placeId: place.id, mode: commute.mode, group: 'This search', isOwn: true }]
}

const ownWays = (places: readonly MyPlace[]): Way[] =>
  places.map((place) => ({
    ...place,
    placeId: place.campusPlaceId ?? place.id,
    group: 'My places',
    isOwn: true,
  }))

function landmarkWays(): Way[] {
  const { landmarks } = university()
  return campusPlaces({ landmarks }).map((place) => ({
    ...place,
    placeId: place.id,
    mode: 'walk',
    group: 'Campus',
    isOwn: false,
  }))
}

/** Places that the reader reaches by car or bus get rings on foot. */
const withRingMode = (way: Way) => ({ ...way, mode: isRingMode(way.mode) ? way.mode : ('walk' as const) })

function defaultValue(followed: Way | undefined): string {
  if (followed) return isRingMode(followed.mode) ? keyOf(followed) : NO_RINGS
  // A street map has no rings until a place is chosen.
  return pageData().maps ? NO_RINGS : keyOf(landmarkWays().find(({ placeId }) => placeId === 'hoPlaza'))
}

function noteWithoutRings(followed: Way | undefined, value: string): string | undefined {
  if (followed?.mode === 'drive' && value === NO_RINGS) return 'No rings by car: minutes depend on the roads'
  if (followed?.mode === 'bus' && value === NO_RINGS) return 'No rings by bus: minutes depend on the lines'
  return undefined
}

const keyOf = (way: Pick<Way, 'placeId' | 'mode'> | undefined): string =>
  way ? `${way.placeId}:${way.mode}` : NO_RINGS

/** Speed along a straight line, which is lower than along the streets. */
function paceOf(mode: RingMode) {
  const { detour, metresPerMinute, terminalMinutes } = TRAVEL_SPEEDS[mode]
  return { metersPerMinute: metresPerMinute / detour, extraMinutes: terminalMinutes }
}

/** 'on foot to Upson Hall' */
const labelOf = ({ mode, name }: Way): string => `${COMMUTE_MODE_NAMES[mode].toLowerCase()} to ${name}`

function firstOfEach<T>(items: readonly T[], key: (item: T) => string): T[] {
  return items.filter((item, index) => items.findIndex((first) => key(first) === key(item)) === index)
}
