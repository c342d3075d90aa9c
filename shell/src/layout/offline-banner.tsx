import { useSyncExternalStore } from 'react'

function subscribe(notify: () => void): () => void {
  window.addEventListener('online', notify)
  window.addEventListener('offline', notify)
  return () => {
    window.removeEventListener('online', notify)
    window.removeEventListener('offline', notify)
  }
}

/** Says so once, so that what fails meanwhile needs no other explanation. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  if (isOnline) return null
  const { kept } = document.documentElement.dataset
  return (
    <div role="status" className="shell-override offquad-cluster">
      You are offline. What you write is kept on this device.
      {kept &&
        ` This page is as of ${new Date(kept).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })}.`}
    </div>
  )
}
