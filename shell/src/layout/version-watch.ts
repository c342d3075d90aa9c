import { isServed, Registry } from '@offquad/contracts'
import { conforms, pageData } from '@offquad/web-kit'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

const CHECK_INTERVAL_MS = 60_000

/**
 * Updates a long-lived tab to new versions on the next navigation, never while the user reads or types. Until then it uses
 * the files it started with, which stay available.
 */
export function useNewVersionsOnNavigation(reload: () => void = () => location.reload()): void {
  const { pathname } = useLocation()
  const isOutdated = useRef(false)
  const shown = useRef(pathname)

  useEffect(() => {
    const check = () => {
      if (document.visibilityState === 'visible')
        void hasNewVersions().then((isNew) => (isOutdated.current = isNew))
    }
    const timer = setInterval(check, CHECK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (isOutdated.current) reload()
  }, [pathname, reload])
}

/** Whether an app of this page is no longer live or a canary. Previewed versions never were. */
async function hasNewVersions(): Promise<boolean> {
  try {
    const response = await fetch('/mf/registry.json')
    const registry: unknown = await response.json()
    if (!conforms(Registry, registry)) return false
    const { registry: shown, previews = [] } = pageData()
    return shown.apps.some(
      (app) => !isServed(registry.apps, app) && !previews.some((preview) => preview.app === app.app),
    )
  } catch {
    // Try again at the next check.
    return false
  }
}
