import { findLandlords, getLandlords } from '@offquad/contracts'
import { SearchChoice } from '@offquad/ui'
import { apiQuery, useApi, useDebounced } from '@offquad/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

const TYPING_MS = 200
const MOST = 20

interface LandlordChoiceProps {
  /** The id of the chosen one. */
  value: string | null
  error: string | undefined
  onChange: (id: string | null) => void
}

/** Whose building it is, found by name. */
export function LandlordChoice({ value, error, onChange }: LandlordChoiceProps) {
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim(), TYPING_MS)
  const found = useApi(findLandlords, { query: { ...(q && { q }), size: MOST } }).data?.landlords ?? []
  const chosen = useQuery({
    ...apiQuery(getLandlords, { params: { ids: value ?? '-' } }),
    enabled: value !== null,
  }).data
  const options = [...(value === null ? [] : (chosen ?? [{ id: value, name: value }])), ...found]
  return (
    <SearchChoice
      label="Landlord"
      placeholder="Unknown: type to find one"
      value={value ?? undefined}
      error={error}
      options={[...new Map(options.map(({ id, name }) => [id, { value: id, label: name }])).values()]}
      onSearch={setTyped}
      onChange={(id) => onChange(id ?? null)}
    />
  )
}
