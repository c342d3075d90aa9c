import './catalog.css'
import { type RoomType } from '@offquad/contracts'
import { Button, TextField } from '@offquad/ui'
import { useEffect, useRef } from 'react'
import { type FieldProps } from './catalog-form'

const NAMES = {
  beds: 'Beds',
  baths: 'Baths',
  rent: 'Rent, $',
  availableFrom: 'Available from',
  leaseMonths: 'Months',
  squareFeet: 'Sq. feet',
} as const
type RoomField = keyof typeof NAMES
const FIELDS = Object.keys(NAMES) as RoomField[]
const REQUIRED: readonly RoomField[] = ['beds', 'baths', 'rent']

/** A room type as typed, '' if unknown; the service parses it. */
export type TypedRoomType = Record<RoomField, string>

export const typedRoomType = (roomType: Partial<RoomType>): TypedRoomType =>
  Object.fromEntries(FIELDS.map((field) => [field, String(roomType[field] ?? '')])) as TypedRoomType

interface RoomTypesFieldProps extends FieldProps<TypedRoomType[]> {
  /** Returns an error by the path of a row's field, `roomTypes.0.rent`. */
  errorOf: (path: string) => string | undefined
}

/** Adds, edits and removes the room types of an apartment. */
export function RoomTypesField({ value, error, onChange, errorOf }: RoomTypesFieldProps) {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  // The control that had the focus may be removed.
  const focused = useRef<string>(undefined)
  useEffect(() => {
    if (focused.current === undefined) return
    fieldset.current?.querySelector<HTMLElement>(focused.current)?.focus()
    focused.current = undefined
  }, [value.length])

  function add(): void {
    focused.current = '.admin-room-type:last-of-type input'
    onChange([...value, typedRoomType({})])
  }

  function remove(removed: number): void {
    focused.current = '.admin-add-room-type'
    onChange(value.filter((_, index) => index !== removed))
  }

  const change = (changed: number, field: RoomField, text: string) =>
    onChange(value.map((roomType, index) => (index === changed ? { ...roomType, [field]: text } : roomType)))

  return (
    <fieldset ref={fieldset}>
      <legend>Room types</legend>
      <p className="offquad-soft">
        {value.length > 0
          ? 'Rents are per person; a studio has 0 beds.'
          : 'Add one for each kind of room that is rented out, if there are several or if more is known about them.'}
      </p>
      {error && (
        <p role="alert" className="offquad-field-error">
          {error}
        </p>
      )}
      {value.map((roomType, index) => (
        // By index: rows have no ids, and the value holds their text.
        <fieldset key={index} className="admin-room-type offquad-cluster">
          <legend className="offquad-visually-hidden">Room type {index + 1}</legend>
          {FIELDS.map((field) => (
            <TextField
              key={field}
              type={field === 'availableFrom' ? 'date' : 'text'}
              label={NAMES[field]}
              value={roomType[field]}
              isRequired={REQUIRED.includes(field)}
              error={errorOf(`roomTypes.${index}.${field}`)}
              onChange={(text) => change(index, field, text)}
            />
          ))}
          <Button aria-label={`Remove room type ${index + 1}`} onClick={() => remove(index)}>
            ✕
          </Button>
        </fieldset>
      ))}
      <p className="admin-actions offquad-cluster">
        <Button className="admin-add-room-type" onClick={add}>
          Add a room type
        </Button>
      </p>
    </fieldset>
  )
}
