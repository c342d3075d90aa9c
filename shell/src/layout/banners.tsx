import { Button } from '@offquad/ui'
import {
  isOffline,
  overrideProblems,
  pageData,
  remoteOverrides,
  requestOverrides,
  resetOverrides,
  useUser,
} from '@offquad/web-kit'
import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'

/** Shows which parts of the page come from the developer's machine. */
export function OverrideBanner() {
  const role = useUser()?.role
  useEffect(() => {
    if (role === 'developer') void requestOverrides()
  }, [role])
  const overrides = Object.entries(remoteOverrides())
  const problems = overrideProblems()
  if (overrides.length === 0) return null
  return (
    <div role="status" className="shell-override offquad-cluster">
      {overrides.map(([name, manifestUrl]) => (
        <span key={name}>
          <strong>{name}</strong> comes from {new URL(manifestUrl).origin}
          {problems[name] && ` with the pages of the live version, if any: ${problems[name]}`}
        </span>
      ))}
      <Button size="small" onClick={resetOverrides}>
        Reset
      </Button>
    </div>
  )
}

/** Shows that the page is a preview of unreleased versions, with a link back to the live ones. */
export function PreviewBanner() {
  const { pathname, search } = useLocation()
  const previews = pageData().previews ?? []
  if (previews.length === 0) return null
  const live = new URLSearchParams(search)
  live.set('preview', 'off')
  const names = previews.map(({ app, version }) => `${app} ${version}`).join(', ')
  return (
    <div role="status" className="shell-override offquad-cluster">
      <span>
        Preview of <strong>{names}</strong>
      </span>
      {/* A full page load: the gateway selects the versions. */}
      <a href={`${pathname}?${live}`}>Leave preview</a>
    </div>
  )
}

function subscribe(notify: () => void): () => void {
  window.addEventListener('online', notify)
  window.addEventListener('offline', notify)
  return () => {
    window.removeEventListener('online', notify)
    window.removeEventListener('offline', notify)
  }
}

/** Explains once that the browser is offline, so that failures meanwhile need no other explanation. */
export function OfflineBanner() {
  const hasNoNetwork = useSyncExternalStore(subscribe, isOffline, () => false)
  if (!hasNoNetwork) return null
  const { kept } = document.documentElement.dataset
  return (
    <div role="status" className="shell-override offquad-cluster">
      {navigator.onLine ? 'The site cannot be reached.' : 'You are offline.'} What you write is kept on this
      device.
      {kept &&
        ` This page is as of ${new Date(kept).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })}.`}
    </div>
  )
}
