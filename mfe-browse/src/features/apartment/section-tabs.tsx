import './apartment.css'
import { useEffect, useRef, useState } from 'react'

export interface PageSection {
  /** The id of its heading. */
  id: string
  name: string
}

/** Links to the sections of the page, which stay in view and mark the current section. */
export function SectionTabs({ sections }: { sections: PageSection[] }) {
  const current = useCurrentSection(sections)
  const tabs = useRef<HTMLElement>(null)
  // On a phone the tabs are a row that scrolls.
  useEffect(() => {
    const list = tabs.current?.firstElementChild
    const tab = list?.querySelector<HTMLElement>('[aria-current]')
    if (list && tab) list.scrollLeft = tab.offsetLeft - list.clientWidth / 3
  }, [current])
  return (
    <nav ref={tabs} className="browse-tabs offquad-tabs" aria-label="On this page">
      <ul className="offquad-scroll-row">
        {sections.map(({ id, name }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Below the page's head and these tabs; a section counts once its heading is in the upper third. */
const READING_LINE = 0.33

function useCurrentSection(sections: PageSection[]): string | undefined {
  const ids = sections.map(({ id }) => id).join(' ')
  const [current, setCurrent] = useState(sections[0]?.id)
  useEffect(() => {
    let frame = 0
    const measure = () => {
      frame = 0
      const passed = ids.split(' ').filter((id) => {
        const { top } = document.getElementById(id)?.getBoundingClientRect() ?? {}
        return top !== undefined && top < innerHeight * READING_LINE
      })
      setCurrent(passed.at(-1) ?? ids.split(' ')[0])
    }
    const onScroll = () => (frame ||= requestAnimationFrame(measure))
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      window.removeEventListener('scroll', onScroll)
      cancelAnimationFrame(frame)
    }
  }, [ids])
  return current
}
