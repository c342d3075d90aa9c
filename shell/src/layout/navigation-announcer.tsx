import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

/** After a navigation moves the focus to the page and has screen readers say its title. */
export function NavigationAnnouncer({ mainId }: { mainId: string }) {
  const { pathname } = useLocation()
  const [announcement, setAnnouncement] = useState('')
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    document.getElementById(mainId)?.focus({ preventScroll: true })
    // Pages title themselves in an effect of their own, some only once their data is here.
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
