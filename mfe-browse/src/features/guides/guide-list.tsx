import './guides.css'
import { getGuides, type GuideSummary } from '@offquad/contracts'
import { HeadingRow } from '@offquad/ui'
import { countText, paths, university, useApi } from '@offquad/web-kit'
import { Link } from 'react-router-dom'

/** '5 minutes to read · Updated Nov 27, 2026'. */
export function GuideFacts({ guide }: { guide: Pick<GuideSummary, 'minutes' | 'updatedAt'> }) {
  const updated = new Date(guide.updatedAt).toLocaleDateString('en-US', {
    dateStyle: 'medium',
    timeZone: university().timeZone,
  })
  return (
    <small className="offquad-note">
      {countText(guide.minutes, 'minute')} to read · Updated <time dateTime={guide.updatedAt}>{updated}</time>
    </small>
  )
}

export function GuideList({ guides }: { guides: GuideSummary[] }) {
  return (
    <ul className="browse-guides">
      {guides.map((guide) => (
        <li key={guide.slug}>
          <Link className="offquad-plain-link offquad-stack" to={paths.guide(guide.slug)} dir="auto">
            <strong>{guide.title}</strong>
            <span className="offquad-soft">{guide.summary}</span>
            <GuideFacts guide={guide} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

const SHOWN = 3

interface GuideRowProps {
  title: string
  /** The slug of the guide on the page: the row shows the guides that follow it. */
  after?: string
}

/** A few guides on another page; nothing while there are none. */
export function GuideRow({ title, after }: GuideRowProps) {
  const { data = [] } = useApi(getGuides)
  const at = data.findIndex(({ slug }) => slug === after) + 1
  const guides = [...data.slice(at), ...data.slice(0, at)].filter(({ slug }) => slug !== after)
  if (guides.length === 0) return null
  return (
    <nav className="offquad-section" aria-labelledby="guides">
      <HeadingRow>
        <h2 id="guides">{title}</h2>
        <Link to={paths.guides()}>All guides</Link>
      </HeadingRow>
      <GuideList guides={guides.slice(0, SHOWN)} />
    </nav>
  )
}
