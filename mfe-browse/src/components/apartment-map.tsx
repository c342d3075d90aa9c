import { type Apartment, type Commute, type MapBounds, type University } from '@offquad/contracts'
import { MapView, type MapViewProps } from '@offquad/ui'
import { isOffline, pageData, paths, university } from '@offquad/web-kit'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useMapRings } from './map-rings'

interface Coordinates {
  latitude: number
  longitude: number
}

/** An apartment whose coordinates are known. */
export interface MappedApartment extends Coordinates {
  id: string
  name: string
  /** Accessible name of its pin; by default the apartment's name. */
  label?: string
  /** The text on its pin. */
  text?: string
}

/** The apartments that a map can show: those with coordinates. */
export const mappedApartments = (apartments: readonly Apartment[]): MappedApartment[] =>
  apartments.flatMap(({ id, name, latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ id, name, latitude, longitude }],
  )

type SharedProps = 'label' | 'bounds' | 'clusters' | 'corner' | 'onExpand' | 'onRecenter' | 'onViewportChange'

interface ApartmentMapProps extends Pick<MapViewProps, SharedProps | 'renderCard' | 'renderCardAction'> {
  /** Each pin links to its apartment's page. */
  apartments: MappedApartment[]
  /** The pin to enlarge because its apartment is hovered elsewhere on the page. */
  activeId?: string
  onActive?: (id: string | undefined) => void
  /** The center at first and after 'Recenter'; by default the center of the apartments. */
  center?: Coordinates
  /** The commute that the page's search names; the rings of minutes follow it. */
  commute?: Commute
}

/** A map centered on these apartments, with the university's areas and landmarks, the reader's places and minutes to one of them. */
export function ApartmentMap(props: ApartmentMapProps) {
  const { apartments, activeId, onActive, center: givenCenter, commute, ...shared } = props
  const navigate = useNavigate()
  const [hoveredId, setHoveredId] = useState<string>()
  const { mapCenter, areas } = university()
  const outlines = useMemo(() => outlinedAreas(areas), [areas])
  const rings = useMapRings(commute)
  const center = useMemo(
    () => givenCenter ?? centerOf(apartments) ?? mapCenter,
    [givenCenter, apartments, mapCenter],
  )
  return (
    <MapView
      // Offline the map is the plan, which sends no requests.
      {...(isOffline() ? undefined : pageData().maps)}
      {...shared}
      center={center}
      areas={outlines}
      {...rings}
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
    />
  )
}

const outlinedAreas = (areas: University['areas']) =>
  areas.flatMap(({ name, outline }) =>
    outline ? [{ name, outline: outline.map(([latitude, longitude]) => ({ latitude, longitude })) }] : [],
  )

/** Minimum half of a map's first extent, in degrees: a few close places do not zoom it in further. */
const LEAST_HALF = 0.004
/** Room for pins at the edges. */
const MARGIN = 1.15

/** Bounds around all of these points; undefined without any. */
export function boundsOf(points: readonly Coordinates[]): MapBounds | undefined {
  if (points.length === 0) return undefined
  const around = (coordinates: number[]) => {
    const [least, most] = [Math.min(...coordinates), Math.max(...coordinates)]
    const half = Math.max(((most - least) / 2) * MARGIN, LEAST_HALF)
    return [(least + most) / 2 - half, (least + most) / 2 + half] as const
  }
  const [south, north] = around(points.map(({ latitude }) => latitude))
  const [west, east] = around(points.map(({ longitude }) => longitude))
  return { south, west, north, east }
}

/** The mean of all coordinates; undefined without any. */
export function centerOf(points: readonly Coordinates[]): Coordinates | undefined {
  if (points.length === 0) return undefined
  const mean = (pick: (point: Coordinates) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length
  return { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) }
}
