import './areas.css'
import { getAreaReviewCount, getReportedRents } from '@offquad/contracts'
import { useMediaQuery } from '@offquad/ui'
import { apiQuery, countText, paths, university, useApi } from '@offquad/web-kit'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { AREA_SCENES, Scene } from '../../components/scenes'

interface AreaLinksProps {
  /** Shows each area's number of reviews, and the rent that students report there. */
  hasCounts?: boolean
}

/** The university's areas, each a picture that links to its page. */
export function AreaLinks({ hasCounts = false }: AreaLinksProps) {
  return (
    <nav className="browse-areas offquad-section" aria-label="Areas">
      {university().areas.map(({ id, name, shortDescription, cover }) => (
        <Link key={id} to={paths.location(id)} className="browse-area offquad-plain-link">
          <span className="browse-area-cover offquad-frame">
            <AreaCover cover={cover} />
          </span>
          <span>
            <strong>{name}</strong> <br className="offquad-on-phones" />
            {hasCounts && <ReviewCount area={id} />}
          </span>
          {hasCounts && <MedianRent area={id} />}
          <span className="offquad-note offquad-beyond-phones">{shortDescription}</span>
        </Link>
      ))}
    </nav>
  )
}

function ReviewCount({ area }: { area: string }) {
  const { data } = useApi(getAreaReviewCount, { params: { area } })
  return data ? (
    <small className="offquad-note">
      {data.count === 0 ? 'No reviews yet' : countText(data.count, 'review')}
    </small>
  ) : null
}

/** Rent that students report for the most common apartment size; a phone leaves it out, and its request. */
function MedianRent({ area }: { area: string }) {
  const isWide = useMediaQuery('(min-width: 601px)')
  const { data } = useQuery({ ...apiQuery(getReportedRents, { query: { area } }), enabled: isWide })
  const usual = data?.rents
    .filter(({ year }) => year === undefined)
    .toSorted((a, b) => b.reports - a.reports)[0]
  return (
    <span className="browse-area-rent offquad-beyond-phones">
      {usual && (
        <>
          <strong>{university().priceBrackets[usual.bracket - 1]}</strong>{' '}
          <span className="offquad-note">per person, {countText(usual.bedrooms, 'bed')}</span>
        </>
      )}
    </span>
  )
}

/** The cover picture of an area: a drawn scene by its name, or an image by its URL. Decorative: the name is beside it. */
export function AreaCover({ cover }: { cover: string }) {
  const scene = AREA_SCENES[cover]
  return scene === undefined ? <img className="browse-cover" src={cover} alt="" /> : <Scene drawing={scene} />
}

/** The cover picture across a page: a scene continues beyond both of its edges as a mirror image. */
export function AreaBanner({ cover }: { cover: string }) {
  return (
    <div className="offquad-frame">
      <AreaCover cover={cover} />
      {AREA_SCENES[cover] && (
        <span className="browse-scene">
          <svg
            className="browse-cover"
            viewBox="0 0 1200 400"
            preserveAspectRatio="xMidYMax slice"
            aria-hidden="true"
          >
            <use href={`#scene-${cover}`} transform="scale(-1 1)" />
            <use href={`#scene-${cover}`} transform="translate(2400) scale(-1 1)" />
          </svg>
        </span>
      )}
    </div>
  )
}
