import { TextField } from '@offquad/ui'

interface PlaceTextProps<Field extends string> {
  /** The form it is a field of. */
  place: {
    fields: Record<Field, string>
    set: (field: Field, typed: string) => void
    errorOf: (field: string) => string | undefined
  }
  field: Field
  label: string
  isRequired?: boolean
}

/** One text of a place's form. */
export function PlaceText<Field extends string>({ place, field, label, isRequired }: PlaceTextProps<Field>) {
  return (
    <TextField
      label={label}
      value={place.fields[field]}
      isRequired={isRequired}
      error={place.errorOf(field)}
      onChange={(typed) => place.set(field, typed)}
    />
  )
}
