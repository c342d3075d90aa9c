import '../../components/admin.css'
import './catalog.css'
import { listMissingListingPictures, type MissingListingPicture } from '@offquad/contracts'
import { queryFailure, useApi } from '@offquad/web-kit'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { formatDateTime } from '../../components/format-date-time'
import { CursorPagination, PAGE_SIZE } from '../../components/pagination'
import { Section } from '../../components/section'
import { useUrlParams } from '../../components/use-url-params'
import { RetryButton } from './retry-button'

/** Pictures of imported apartments and landlords that could not be fetched, with the reasons; each can be retried. */
export function MissingPhotos() {
  const cursor = useUrlParams().params.get('cursor')
  const query = useApi(listMissingListingPictures, {
    query: { ...(cursor && { cursor }), size: PAGE_SIZE },
  })
  const { data } = query
  return (
    <Section
      title="Missing pictures"
      count={data?.total}
      empty="All pictures of imports were fetched."
      failure={queryFailure(query)}
      controls={
        data &&
        data.total > 0 && (
          <>
            <p className="offquad-soft">
              Pictures that imports reference on other servers are copied before they are shown. To replace
              one that failed, change the pictures of its apartment or landlord.
            </p>
            <p className="admin-actions offquad-cluster">
              <RetryButton of="picture" label="Fetch all that failed again" />
            </p>
          </>
        )
      }
    >
      <ul className="admin-entries admin-rows">
        {data?.items.map((picture) => (
          <li key={picture.source}>
            <MissingPhoto picture={picture} />
          </li>
        ))}
      </ul>
      <CursorPagination label="Pages of missing pictures" next={data?.next} />
    </Section>
  )
}

const KINDS = { APARTMENT: 'apartments', LANDLORD: 'landlords' } as const

function MissingPhoto({ picture }: { picture: MissingListingPicture }) {
  const { source, state, listings } = picture
  const { hrefWith } = useUrlParams()
  return (
    <>
      <div>
        {/* Not a link: following it would reveal the administrator to that server. */}
        <code>{source}</code>
        <p className="offquad-soft">
          {listings.map(({ label, id, name }, index) => (
            <Fragment key={`${label}/${id}`}>
              {index > 0 && ' · '}
              <Link to={hrefWith({ kind: KINDS[label], id, cursor: undefined })} dir="auto">
                {name}
              </Link>
            </Fragment>
          ))}
        </p>
        <p>{problemOf(picture)}</p>
      </div>
      {state === 'failed' && (
        <p className="admin-actions offquad-cluster">
          <RetryButton of="picture" label="Fetch again" name={source} id={source} />
        </p>
      )}
    </>
  )
}

function problemOf({ state, reason, nextAttemptAt }: MissingListingPicture): string {
  if (reason === undefined) return 'It will be fetched soon.'
  if (state === 'failed') return reason
  return nextAttemptAt ? `${reason} The next attempt is on ${formatDateTime(nextAttemptAt)}.` : reason
}
