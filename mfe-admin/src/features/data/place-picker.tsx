import '../../components/admin.css'
import './data.css'
import { Button, MapView } from '@offquad/ui'
import { pageData, university } from '@offquad/web-kit'

export interface Point {
  latitude: number
  longitude: number
}

interface PlacePickerProps {
  name: string
  place: Point | null
  error: string | undefined
  onChange: (place: Point | null) => void
}

const DIGITS = 5

/** Where it is: a click on the map says so, or Enter with the map's middle. Walking times are computed from it. */
export function PlacePicker({ name, place, error, onChange }: PlacePickerProps) {
  const { mapCenter, landmarks } = university()
  const pin = place && { ...place, id: 'place', label: name || 'Here', href: '#place', isActive: true }
  return (
    <fieldset className="admin-fieldset" id="place">
      <legend>Place</legend>
      <p className="admin-soft" role="status">
        {place
          ? `${place.latitude.toFixed(DIGITS)}, ${place.longitude.toFixed(DIGITS)}`
          : 'Unknown: click on the map to say where it is. Without it there are no walking times.'}
      </p>
      <div className="admin-map">
        <MapView
          {...pageData().maps}
          label="Where it is"
          center={place ?? mapCenter}
          landmarks={Object.values(landmarks)}
          pins={pin ? [pin] : []}
          onPinOpen={() => undefined}
          onPick={({ latitude, longitude }) =>
            onChange({ latitude: rounded(latitude), longitude: rounded(longitude) })
          }
        />
      </div>
      {place && <Button onClick={() => onChange(null)}>Remove the place</Button>}
      {error && <p role="alert">{error}</p>}
    </fieldset>
  )
}

// To about a metre.
const rounded = (degrees: number): number => Number(degrees.toFixed(DIGITS))
