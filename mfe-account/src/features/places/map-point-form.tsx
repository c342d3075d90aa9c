import { PLACE_NAME_LENGTH } from '@offquad/contracts'
import { Button, MapView, TextField } from '@offquad/ui'
import { pageData, university, useMyPlaces } from '@offquad/web-kit'
import { useState } from 'react'
import { type NewPlace } from './new-place'

interface MapPointFormProps {
  onAdd: (place: NewPlace) => Promise<boolean>
}

/** Picks a point on the map and names it. */
export function MapPointForm({ onAdd }: MapPointFormProps) {
  const { mapCenter, landmarks, areas } = university()
  const { places } = useMyPlaces()
  const [point, setPoint] = useState<{ latitude: number; longitude: number }>()
  const [name, setName] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  async function submit(): Promise<void> {
    setIsTried(true)
    if (!point || name.trim() === '') return
    setIsBusy(true)
    const isAdded = await onAdd({ ...point, name: name.trim() })
    setIsBusy(false)
    if (!isAdded) return
    setPoint(undefined)
    setName('')
    setIsTried(false)
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p role="status" className="account-places-note offquad-note">
        {point ? 'Drag the marker to correct it.' : 'Click the place, or move the map and press Enter.'}
      </p>
      <div className="account-places-map offquad-frame">
        <MapView
          {...pageData().maps}
          label="Where your place is"
          center={mapCenter}
          areas={areas.flatMap(({ name, outline = [] }) =>
            outline.length > 0
              ? { name, outline: outline.map(([latitude, longitude]) => ({ latitude, longitude })) }
              : [],
          )}
          landmarks={[...Object.values(landmarks), ...places.map((place) => ({ ...place, isOwn: true }))]}
          pins={[]}
          marker={point}
          onPinOpen={() => undefined}
          onPick={({ latitude, longitude }) => setPoint({ latitude, longitude })}
        />
      </div>
      {isTried && !point && (
        <p role="alert" className="offquad-field-error">
          Choose a point on the map first.
        </p>
      )}
      <TextField
        label="Name"
        value={name}
        isRequired
        maxLength={PLACE_NAME_LENGTH}
        hint="Cards show it: “12 min walk to …”"
        error={isTried && name.trim() === '' ? 'This field is required' : undefined}
        onChange={setName}
      />
      <Button type="primary" htmlType="submit" loading={isBusy}>
        Add this place
      </Button>
    </form>
  )
}
