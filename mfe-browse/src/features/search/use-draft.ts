import { useState } from 'react'

/** State that begins as a value and begins anew whenever that value becomes another one. */
export function useDraft<T>(value: T) {
  const [draft, setDraft] = useState(value)
  const current = JSON.stringify(value)
  const [begun, setBegun] = useState(current)
  if (begun !== current) {
    setBegun(current)
    setDraft(value)
  }
  return [draft, setDraft] as const
}
