import { useIsShown } from '@offquad/web-kit'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** undefined and '' remove a parameter. */
type Changes = Record<string, string | undefined>

/** The query parameters of the page's URL: read, linked to and, while the component is shown, navigated to with changes. */
export function useUrlParams() {
  const [params, setSearchParams] = useSearchParams()
  const isShown = useIsShown()
  const setParams = useCallback(
    (changes: Changes, options?: { replace?: boolean }) => {
      if (isShown()) setSearchParams((current) => withChanges(current, changes), options)
    },
    [isShown, setSearchParams],
  )
  return {
    params,
    hrefWith: (changes: Changes) => `?${String(withChanges(params, changes))}`,
    setParams,
  }
}

function withChanges(params: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes))
    if (value === undefined || value === '') next.delete(name)
    else next.set(name, value)
  return next
}
