import { getReleases, type Release, vitalText, WEB_VITALS } from '@offquad/contracts'
import { Button } from '@offquad/ui'
import { pageData, useApi } from '@offquad/web-kit'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'

const POLL_MS = 500
const LABEL_HEIGHT_PX = 24

/** A page or slot: its app, the number of parts around it, and its position on the page in pixels. */
interface Part {
  app: string
  depth: number
  box: { top: number; left: number; width: number; height: number }
}

/** Outlines every page and slot with its slice, version and that version's health; each links to its release. */
export function Outlines({ onHide }: { onHide: () => void }) {
  const releases = useApi(getReleases).data ?? []
  const parts = useParts()
  return (
    <div className="shell-outlines" role="region" aria-label="Whose part this is">
      {parts.map(({ app, depth, box }, index) => (
        <div key={index} style={box}>
          <Link
            to={`/admin?tab=releases#${app}`}
            style={{ top: depth * LABEL_HEIGHT_PX }}
            className="offquad-cut"
          >
            {describe(app, releases)}
          </Link>
        </div>
      ))}
      <Button type="primary" onClick={onHide}>
        Hide outlines
      </Button>
    </div>
  )
}

/** "mfe-browse 0.1.0-1a2b3c4d · canary of 10 % · 3 of 340 pages failed · LCP 1.2 s". */
function describe(app: string, releases: readonly Release[]): string {
  const version = pageData().registry.apps.find((entry) => entry.app === app)?.version ?? 'from a developer'
  const state = releases.find((release) => release.app === app)?.state
  const measured = state?.measured.find((metrics) => metrics.version === version)
  const canary = state?.live?.canary
  return [
    `${app} ${version}`,
    state?.live?.version === version && 'live',
    canary?.version === version && `canary of ${canary.percent} %`,
    measured?.views && `${measured.failures} of ${measured.views} pages failed`,
    ...WEB_VITALS.map((name) => {
      const vital = measured?.vitals[name]
      return vital && `${name} ${vitalText(name, vital.p75)}`
    }),
  ]
    .filter(Boolean)
    .join(' · ')
}

function useParts(): Part[] {
  const [parts, setParts] = useState<Part[]>([])
  useEffect(() => {
    const update = () =>
      setParts((before) => {
        const now = findParts()
        return JSON.stringify(before) === JSON.stringify(now) ? before : now
      })
    update()
    const timer = setInterval(update, POLL_MS)
    return () => clearInterval(timer)
  }, [])
  return parts
}

/** The parts that remotes render, in wrappers without a box. */
function findParts(): Part[] {
  const range = document.createRange()
  return [...document.querySelectorAll<HTMLElement>('.shell [data-app]')].flatMap((element) => {
    range.selectNodeContents(element)
    const { top, left, width, height } = range.getBoundingClientRect()
    if (width === 0 || height === 0) return []
    let depth = 0
    for (let around = element.parentElement; around; around = around.parentElement)
      if (around.dataset.app) depth += 1 // Hidden content may stand outside of the page.
    const inside = Math.max(0, left + scrollX)
    const box = { top: top + scrollY, left: inside, width: left + scrollX + width - inside, height }
    return [{ app: element.dataset.app ?? '', depth, box }]
  })
}
