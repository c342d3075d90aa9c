import { pageData } from '@offquad/web-kit'
import { useLocation } from 'react-router-dom'

/** Says that the page shows versions others do not see yet, and leads back to what is live. */
export function PreviewBanner() {
  const { pathname } = useLocation()
  const previews = pageData().previews ?? []
  if (previews.length === 0) return null
  const names = previews.map(({ app, version }) => `${app} ${version}`).join(', ')
  return (
    <div role="status" className="shell-override">
      <span>
        Preview of <strong>{names}</strong>
      </span>
      {/* The gateway decides what a page shows: the link loads a new one. */}
      <a href={`${pathname}?preview=off`}>Leave preview</a>
    </div>
  )
}
