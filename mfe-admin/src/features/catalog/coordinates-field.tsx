import '../../components/admin.css'
import './catalog.css'
import { readNumber } from '@offquad/contracts'
import { Button, MapView, TextField } from '@offquad/ui'
import { pageData, university } from '@offquad/web-kit'
import { useState } from 'react'

interface Coordinates {
  latitude: number
  longitude: number
}

/** Coordinates as typed; both '' if unknown. */
interface TypedCoordinates {
  latitude: string
  longitude: string
}

export const NO_COORDINATES: TypedCoordinates = { latitude: '', longitude: '' }

const DECIMALS = 5
/** 42.4412, -76.4865: as maps copy coordinates. */
const PAIR = /^\s*(-?\d+\.\d+)\s*,\s*(-?\d+\.\d+)\s*$/

interface CoordinatesFieldProps {
  value: TypedCoordinates
  /** The initial center of the map while there are no coordinates. */
  start?: Coordinates
  error: string | undefined
  onChange: (value: TypedCoordinates) => void
}

/** The position of an apartment, typed or picked on the map. Walking times are computed from it. */
export function CoordinatesField({ value, start, error, onChange }: CoordinatesFieldProps) {
  const { mapCenter, landmarks } = university()
  const coordinates = parseCoordinates(value)
  const [center, setCenter] = useState(coordinates ?? start ?? mapCenter)
  // Shown until the field loses focus, because the longitude may be incomplete.
  const [typedPair, setTypedPair] = useState<string>()

  function type(next: TypedCoordinates): void {
    onChange(next)
    // The map follows typed coordinates, but must not move while the pin is dragged.
    const parsed = parseCoordinates(next)
    if (parsed) setCenter(parsed)
  }

  function typeLatitude(latitude: string): void {
    const [, first = '', second = ''] = PAIR.exec(latitude) ?? []
    const pair = { latitude: first, longitude: second }
    const isPair = parseCoordinates(pair) !== undefined
    setTypedPair(isPair ? latitude : undefined)
    type(isPair ? pair : { latitude, longitude: value.longitude })
  }

  return (
    <fieldset>
      <legend>Position</legend>
      <p className="offquad-soft" role="status">
        {coordinates
          ? formatCoordinates(coordinates)
          : 'Unknown: click on the map or type the coordinates. Without them there are no walking times.'}
      </p>
      <div className="admin-map offquad-frame">
        <MapView
          {...pageData().maps}
          label="Where it is"
          center={center}
          landmarks={Object.values(landmarks)}
          pins={[]}
          marker={coordinates}
          onPinOpen={() => undefined}
          onPick={({ latitude, longitude }) =>
            onChange({ latitude: latitude.toFixed(DECIMALS), longitude: longitude.toFixed(DECIMALS) })
          }
        />
      </div>
      <div className="admin-amounts" onBlur={() => setTypedPair(undefined)}>
        <TextField
          label="Latitude"
          value={typedPair ?? value.latitude}
          error={error}
          onChange={typeLatitude}
        />
        <TextField
          label="Longitude"
          value={value.longitude}
          onChange={(longitude) => type({ latitude: value.latitude, longitude })}
        />
      </div>
      {(value.latitude !== '' || value.longitude !== '') && (
        <p className="admin-actions offquad-cluster">
          <Button onClick={() => onChange(NO_COORDINATES)}>Remove the position</Button>
        </p>
      )}
    </fieldset>
  )
}

// Five decimals are about a meter.
const formatCoordinates = ({ latitude, longitude }: Coordinates) =>
  `${latitude.toFixed(DECIMALS)}, ${longitude.toFixed(DECIMALS)}`

/** undefined unless both are valid degrees. */
export function parseCoordinates(typed: TypedCoordinates): Coordinates | undefined {
  const latitude = parseDegrees(typed.latitude, 90)
  const longitude = parseDegrees(typed.longitude, 180)
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
}

function parseDegrees(typed: string, max: number): number | undefined {
  try {
    return readNumber(typed, (degrees) => Math.abs(degrees) <= max, '')
  } catch {
    return undefined
  }
}
