import './catalog.css'
import { AMENITIES, AMENITY_IDS } from '@offquad/contracts'
import { Checkbox } from '@offquad/ui'

interface AmenitiesFieldProps {
  /** Ids. */
  value: string[]
  error: string | undefined
  onChange: (value: string[]) => void
}

/** What an apartment offers. */
export function AmenitiesField({ value, error, onChange }: AmenitiesFieldProps) {
  return (
    <fieldset>
      <legend>Amenities</legend>
      {error && (
        <p role="alert" className="offquad-field-error">
          {error}
        </p>
      )}
      <div className="admin-amenities">
        {AMENITY_IDS.map((id) => (
          <Checkbox
            key={id}
            checked={value.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...value, id] : value.filter((other) => other !== id))
            }
          >
            {AMENITIES[id]}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
