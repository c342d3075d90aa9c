import { isServed, Registry } from '@offquad/contracts'
import { conforms, pageData } from '@offquad/web-kit'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

const LOOK_EVERY_MS = 60_000

/**
 * A tab that is open for long takes new versions when its reader goes to another page, never while they read or write:
 * until then it works with the files it began with, which stay where they are.
 */
export function useNewVersionsOnNavigation(reload: () => void = () => location.reload()): void {
  const { pathname } = useLocation()
  const isOutdated = useRef(false)
  const shown = useRef(pathname)

  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible')
        void hasNewVersions().then((answer) => (isOutdated.current = answer))
    }
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (isOutdated.current) reload()
  }, [pathname, reload])
}

/** Whether some app of this page is neither live nor a canary any more. A previewed version never was. */
async function hasNewVersions(): Promise<boolean> {
  try {
    const answer = await fetch('/mf/registry.json')
    const registry: unknown = await answer.json()
    if (!conforms(Registry, registry)) return false
    const { registry: shown, previews = [] } = pageData()
    return shown.apps.some(
      (app) => !isServed(registry.apps, app) && !previews.some((preview) => preview.app === app.app),
    )
  } catch {
    // The next look may tell.
    return false
  }
}
