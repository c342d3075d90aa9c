import '../../components/admin.css'
import './data.css'
import { Button, MapView, TextField } from '@offquad/ui'
import { pageData, university } from '@offquad/web-kit'
import { useState } from 'react'

export interface Point {
  latitude: number
  longitude: number
}

/** Coordinates as they are typed; both '' where they are not known. */
export interface TypedPoint {
  latitude: string
  longitude: string
}

interface PlacePickerProps {
  typed: TypedPoint
  /** Where the map begins while there are no coordinates. */
  start?: Point
  error: string | undefined
  onChange: (typed: TypedPoint) => void
}

const DIGITS = 5

export const NO_POINT: TypedPoint = { latitude: '', longitude: '' }

/** Where it is: typed, or picked and moved on the map. Walking times are computed from it. */
export function PlacePicker({ typed, start, error, onChange }: PlacePickerProps) {
  const { mapCenter, landmarks } = university()
  const point = readPoint(typed)
  const [center, setCenter] = useState(point ?? start ?? mapCenter)

  function type(next: TypedPoint): void {
    onChange(next)
    // The map follows what is typed; a pin that is dragged must not run away.
    const known = readPoint(next)
    if (known) setCenter(known)
  }

  return (
    <fieldset className="admin-fieldset" id="place">
      <legend>Place</legend>
      <p className="admin-soft" role="status">
        {point
          ? textOf(point)
          : 'Unknown: click on the map or type where it is. Without it there are no walking times.'}
      </p>
      <div className="admin-map">
        <MapView
          {...pageData().maps}
          label="Where it is"
          center={center}
          landmarks={Object.values(landmarks)}
          pins={[]}
          marker={point}
          onPinOpen={() => undefined}
          onPick={({ latitude, longitude }) =>
            onChange({ latitude: latitude.toFixed(DIGITS), longitude: longitude.toFixed(DIGITS) })
          }
        />
      </div>
      <div className="admin-amounts">
        <TextField
          label="Latitude"
          value={typed.latitude}
          error={error}
          onChange={(latitude) => type({ ...typed, latitude })}
        />
        <TextField
          label="Longitude"
          value={typed.longitude}
          onChange={(longitude) => type({ ...typed, longitude })}
        />
      </div>
      {(typed.latitude !== '' || typed.longitude !== '') && (
        <p className="admin-actions">
          <Button onClick={() => onChange(NO_POINT)}>Remove the place</Button>
        </p>
      )}
    </fieldset>
  )
}

// To about a metre.
const textOf = ({ latitude, longitude }: Point) => `${latitude.toFixed(DIGITS)}, ${longitude.toFixed(DIGITS)}`

/** What is typed, if it is a place on the globe. */
export function readPoint(typed: TypedPoint): Point | undefined {
  const [latitude, longitude] = [readDegrees(typed.latitude, 90), readDegrees(typed.longitude, 180)]
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
}

function readDegrees(typed: string, most: number): number | undefined {
  const degrees = typed.trim() === '' ? Number.NaN : Number(typed)
  return Math.abs(degrees) <= most ? degrees : undefined
}
