import { type Apartment, type University, WALKING_ESTIMATE } from '@offquad/contracts'
import { MapView, type MapViewProps } from '@offquad/ui'
import { pageData, paths, university } from '@offquad/web-kit'
import { type ReactNode, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'

interface Coordinates {
  latitude: number
  longitude: number
}

/** An apartment whose coordinates are known. */
export interface MappedApartment extends Coordinates {
  id: string
  name: string
  /** Accessible name of its pin; the apartment's name unless said otherwise. */
  label?: string
  /** What its pin says. */
  text?: string
}

/** The apartments that a map can show: those with coordinates. */
export const mappedApartments = (apartments: readonly Apartment[]): MappedApartment[] =>
  apartments.flatMap(({ id, name, latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ id, name, latitude, longitude }],
  )

interface ApartmentMapProps {
  label: string
  /** Each pin links to its apartment's page. */
  apartments: MappedApartment[]
  /** The pin to enlarge because its apartment is hovered elsewhere on the page. */
  activeId?: string
  onActive?: (id: string | undefined) => void
  /** The card beside a pin that is hovered or focused. */
  renderCard?: (id: string) => ReactNode
  onExpand?: () => void
  /** Several places each. */
  clusters?: MapViewProps['clusters']
  /** Where the map begins and returns to; the middle of the apartments unless said otherwise. */
  center?: Coordinates
  /** What the map shows instead. */
  bounds?: MapViewProps['bounds']
  onViewportChange?: MapViewProps['onViewportChange']
}

/** A map centered on these apartments, with the university's areas and landmarks, and minutes on foot to one of them. */
export function ApartmentMap({
  label,
  apartments,
  activeId,
  onActive,
  renderCard,
  onExpand,
  clusters,
  center: givenCenter,
  bounds,
  onViewportChange,
}: ApartmentMapProps) {
  const navigate = useNavigate()
  const [hoveredId, setHoveredId] = useState<string>()
  const { mapCenter } = university()
  const surroundings = useSurroundings()
  const center = useMemo(
    () => givenCenter ?? centerOf(apartments) ?? mapCenter,
    [givenCenter, apartments, mapCenter],
  )
  return (
    <MapView
      {...pageData().maps}
      label={label}
      center={center}
      {...surroundings}
      pins={apartments.map(({ id, name, latitude, longitude, label = name, text }) => ({
        id,
        latitude,
        longitude,
        label,
        text,
        href: paths.apartment(id),
        isActive: id === (activeId ?? hoveredId),
      }))}
      onPinActive={(id) => {
        setHoveredId(id)
        onActive?.(id)
      }}
      onPinOpen={(id) => void navigate(paths.apartment(id))}
      renderCard={renderCard}
      clusters={clusters}
      bounds={bounds}
      onViewportChange={onViewportChange}
      onExpand={onExpand}
    />
  )
}

const RING_MINUTES = [5, 10, 15, 20]

/**
 * What a map shows around apartments: areas, landmarks, and rings around the chosen landmark. On a street map there are
 * rings only once a landmark is chosen.
 */
function useSurroundings(): Pick<MapViewProps, 'areas' | 'landmarks' | 'rings' | 'onLandmarkChoose'> {
  const { areas, landmarks } = university()
  const { maps } = pageData()
  const [chosen, setChosen] = useState(maps ? undefined : landmarks.hoPlaza.name)
  const center = Object.values(landmarks).find(({ name }) => name === chosen)
  return {
    areas: useMemo(() => outlinedAreas(areas), [areas]),
    landmarks: Object.values(landmarks).map((landmark) => ({
      ...landmark,
      isChosen: landmark.name === chosen,
    })),
    onLandmarkChoose: (name) => setChosen(name === chosen ? undefined : name),
    rings: center && {
      center,
      minutes: RING_MINUTES,
      // Along the straight line people come forward more slowly than along the street.
      metersPerMinute: WALKING_ESTIMATE.metresPerMinute / WALKING_ESTIMATE.detour,
      label: `Minutes on foot to ${center.name}, estimated`,
    },
  }
}

const outlinedAreas = (areas: University['areas']) =>
  areas.flatMap(({ name, outline }) =>
    outline ? [{ name, outline: outline.map(([latitude, longitude]) => ({ latitude, longitude })) }] : [],
  )

/** The mean of all coordinates; undefined without any. */
export function centerOf(points: readonly Coordinates[]): Coordinates | undefined {
  if (points.length === 0) return undefined
  const mean = (pick: (point: Coordinates) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length
  return { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) }
}
