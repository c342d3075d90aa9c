import { pageData } from '@offquad/web-kit'
import { useLocation } from 'react-router-dom'

/** Shows that the page is a preview of unreleased versions, with a link back to the live ones. */
export function PreviewBanner() {
  const { pathname } = useLocation()
  const previews = pageData().previews ?? []
  if (previews.length === 0) return null
  const names = previews.map(({ app, version }) => `${app} ${version}`).join(', ')
  return (
    <div role="status" className="shell-override offquad-cluster">
      <span>
        Preview of <strong>{names}</strong>
      </span>
      {/* A full page load: the gateway selects the versions. */}
      <a href={`${pathname}?preview=off`}>Leave preview</a>
    </div>
  )
}
