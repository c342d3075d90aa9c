import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

/** After a navigation, moves the focus to the page and announces its title to screen readers. */
export function NavigationAnnouncer({ mainId }: { mainId: string }) {
  const { pathname } = useLocation()
  const [announcement, setAnnouncement] = useState('')
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    document.getElementById(mainId)?.focus({ preventScroll: true })
    // Pages set the title in their own effects, some only after their data has loaded.
    const title = document.querySelector('title')
    const announce = () => setAnnouncement(document.title)
    const observer = new MutationObserver(announce)
    if (title) observer.observe(title, { childList: true })
    announce()
    return () => observer.disconnect()
  }, [pathname, mainId])
  return (
    <div role="status" aria-live="polite" className="offquad-visually-hidden">
      {announcement}
    </div>
  )
}
