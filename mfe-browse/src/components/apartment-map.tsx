import { type Apartment } from '@offquad/contracts'
import { MapView } from '@offquad/ui'
import { pageData, paths, university } from '@offquad/web-kit'
import { type ReactNode, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'

interface Coordinates {
  latitude: number
  longitude: number
}

/** An apartment whose coordinates are known. */
interface MappedApartment extends Coordinates {
  id: string
  name: string
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
}

/** A map centered on these apartments, with the university's landmarks. */
export function ApartmentMap({
  label,
  apartments,
  activeId,
  onActive,
  renderCard,
  onExpand,
}: ApartmentMapProps) {
  const navigate = useNavigate()
  const [hoveredId, setHoveredId] = useState<string>()
  const { mapCenter, landmarks } = university()
  const center = useMemo(() => centerOf(apartments) ?? mapCenter, [apartments, mapCenter])
  return (
    <MapView
      {...pageData().maps}
      label={label}
      center={center}
      landmarks={Object.values(landmarks)}
      pins={apartments.map(({ id, name, latitude, longitude }) => ({
        id,
        latitude,
        longitude,
        label: name,
        href: paths.apartment(id),
        isActive: id === (activeId ?? hoveredId),
      }))}
      onPinActive={(id) => {
        setHoveredId(id)
        onActive?.(id)
      }}
      onPinOpen={(id) => void navigate(paths.apartment(id))}
      renderCard={renderCard}
      onExpand={onExpand}
    />
  )
}

/** The mean of all coordinates; undefined without any. */
function centerOf(points: readonly Coordinates[]): Coordinates | undefined {
  if (points.length === 0) return undefined
  const mean = (pick: (point: Coordinates) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length
  return { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) }
}
