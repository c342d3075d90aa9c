import { MapView } from '@offquad/ui'
import { pageData, paths, university } from '@offquad/web-kit'
import { type ReactNode, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { centerOf, type Place } from './center-of'

interface PlaceMapProps {
  label: string
  /** Apartments; each pin leads to its page. */
  places: Place[]
  /** The pin to enlarge because it is pointed at elsewhere. */
  activeId?: string
  onActive?: (id: string | undefined) => void
  /** What a pin shows while it is pointed at. */
  renderCard?: (id: string) => ReactNode
  onExpand?: () => void
}

/** Apartments on the map of the university, in its middle, with the landmarks around them. */
export function PlaceMap({ label, places, activeId, onActive, renderCard, onExpand }: PlaceMapProps) {
  const navigate = useNavigate()
  const [pointedId, setPointedId] = useState<string>()
  const { mapCenter, landmarks } = university()
  const center = useMemo(() => centerOf(places, mapCenter), [places, mapCenter])
  const isActive = (id: string) => id === (activeId ?? pointedId)
  return (
    <MapView
      {...pageData().maps}
      label={label}
      center={center}
      landmarks={Object.values(landmarks)}
      pins={places.map(({ id, name, latitude, longitude }) => ({
        ...{ id, latitude, longitude },
        label: name,
        href: paths.apartment(id),
        isActive: isActive(id),
      }))}
      onPinActive={(id) => {
        setPointedId(id)
        onActive?.(id)
      }}
      onPinOpen={(id) => void navigate(paths.apartment(id))}
      renderCard={renderCard}
      onExpand={onExpand}
    />
  )
}
