import { CONTACT_MESSAGES, PLACE_NAME_LENGTH } from '@offquad/contracts'
import { Button, MapView, TextField } from '@offquad/ui'
import { pageData, university, useForm, useMyPlaces } from '@offquad/web-kit'
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
  const { formProps, errorOf, isSending } = useForm({
    values: { point, name: name.trim() },
    validate: (values) => [
      ...(values.point ? [] : [{ field: 'point', message: 'Choose a point on the map first.' }]),
      ...(values.name ? [] : [{ field: 'name', message: CONTACT_MESSAGES.required }]),
    ],
    async send(values) {
      if (!values.point || !(await onAdd({ ...values.point, name: values.name }))) return
      setPoint(undefined)
      setName('')
    },
  })
  const missingPoint = errorOf('point')
  return (
    <form {...formProps}>
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
      {missingPoint && (
        <p role="alert" className="offquad-field-error">
          {missingPoint}
        </p>
      )}
      <TextField
        label="Name"
        value={name}
        isRequired
        maxLength={PLACE_NAME_LENGTH}
        hint="Cards show it: “12 min walk to …”"
        error={errorOf('name')}
        onChange={setName}
      />
      <Button type="primary" htmlType="submit" loading={isSending}>
        Add this place
      </Button>
    </form>
  )
}
