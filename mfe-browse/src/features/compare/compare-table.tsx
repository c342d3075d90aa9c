import './compare.css'
import { isolated, type Listing, photoUrl } from '@offquad/contracts'
import { IconButton, Photo, RatingStars } from '@offquad/ui'
import { paths } from '@offquad/web-kit'
import { Link } from 'react-router-dom'
import { type CompareCell, type CompareGroup, type CompareRow, NONE } from './compare-rows'

interface CompareTableProps {
  listings: readonly Listing[]
  groups: CompareGroup[]
  /** Leaves out the rows in which all places are alike. */
  isFolded: boolean
  onRemove: (listing: Listing) => void
}

/** Places side by side. Without room for all, they scroll below the first column, which stays. */
export function CompareTable({ listings, groups, isFolded, onRemove }: CompareTableProps) {
  const shown = groups
    .map(({ title, rows }) => ({
      title,
      rows: rows.filter(({ isDifferent }) => !isFolded || isDifferent),
    }))
    .filter(({ rows }) => rows.length > 0)
  // A phone fits three columns, the names of the rows and two places, and a part of the next.
  const columns = listings.length + 1
  return (
    <div className="browse-compare" role="region" aria-label="Comparison" tabIndex={0}>
      <table
        className="offquad-table"
        style={{ tableLayout: 'fixed', minWidth: columns * 112, maxWidth: columns * 288 }}
      >
        <caption className="offquad-visually-hidden">
          {`Rent, reviews, minutes, rooms and amenities of ${listings.map(({ buildingData }) => isolated(buildingData.name)).join(', ')}`}
        </caption>
        <thead>
          <tr>
            <td />
            {listings.map((listing) => (
              <th key={listing.buildingData.id} scope="col" aria-label={isolated(listing.buildingData.name)}>
                <Picture listing={listing} onRemove={() => onRemove(listing)} />
                <Link to={paths.apartment(listing.buildingData.id)} dir="auto">
                  {listing.buildingData.name}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        {shown.map(({ title, rows }) => (
          <tbody key={title}>
            <tr>
              <th scope="rowgroup">{title}</th>
              <td colSpan={listings.length} />
            </tr>
            {rows.map((row) => (
              <Row key={row.label} {...row} ids={listings.map(({ buildingData }) => buildingData.id)} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function Picture({
  listing: {
    buildingData: { id, name, photos },
  },
  onRemove,
}: {
  listing: Listing
  onRemove: () => void
}) {
  return (
    <div className="offquad-frame">
      <span aria-hidden="true">
        <Photo src={photos[0] && photoUrl(photos[0], 'card')} alt={name} seed={id} isEager />
      </span>
      <IconButton
        className="offquad-round-button offquad-on-picture"
        label={`Remove ${isolated(name)}`}
        icon="M6 6l12 12M18 6 6 18"
        onClick={onRemove}
      />
    </div>
  )
}

function Row({ label, cells, isDifferent, unknown, ids }: CompareRow & { ids: string[] }) {
  return (
    <tr className={isDifferent ? undefined : 'offquad-soft'}>
      <th scope="row">
        {label}
        {!isDifferent && <span className="offquad-visually-hidden"> (the same)</span>}
      </th>
      {cells.map((cell, index) => (
        <td key={ids[index]}>
          <Value {...cell} unknown={unknown} />
        </td>
      ))}
    </tr>
  )
}

function Value({
  text,
  lines = [],
  tags = [],
  rating,
  href,
  isBest,
  unknown,
}: CompareCell & { unknown: string }) {
  if (text === undefined || text === NONE) return <span className="offquad-soft">{text ?? unknown}</span>
  if (href)
    return (
      <Link to={href} dir="auto">
        {text}
      </Link>
    )
  if (lines.length > 0)
    return (
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    )
  if (tags.length > 0)
    return (
      <ul className="offquad-cluster">
        {tags.map((tag) => (
          <li key={tag.text} className={`offquad-tag offquad-${tag.opinion}`}>
            {tag.text}
          </li>
        ))}
      </ul>
    )
  return (
    <>
      {isBest ? (
        <>
          <strong className="offquad-tag">{text}</strong>
          <span className="offquad-visually-hidden"> best</span>
        </>
      ) : (
        <bdi>{text}</bdi>
      )}
      {rating !== undefined && (
        <span aria-hidden="true">
          {' '}
          <RatingStars rating={rating} />
        </span>
      )}
    </>
  )
}
