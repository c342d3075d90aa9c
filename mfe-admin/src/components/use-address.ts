import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

type Changes = Record<string, string | undefined>

/** The part of the page's address after "?": what it says, an address that says something else, and going there. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const with_ = (changes: Changes) => changed(params, changes)
  const go = useCallback(
    (changes: Changes, options?: { replace?: boolean }) =>
      setParams((current) => changed(current, changes), options),
    [setParams],
  )
  return { params, hrefWith: (changes: Changes) => `?${String(with_(changes))}`, go }
}

function changed(params: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes))
    if (value === undefined || value === '') next.delete(name)
    else next.set(name, value)
  return next
}
