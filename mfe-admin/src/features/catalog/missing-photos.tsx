import '../../components/admin.css'
import './catalog.css'
import {
  listMissingListingPictures,
  type MissingListingPicture,
  retryListingPictures,
} from '@offquad/contracts'
import { Button, showToast } from '@offquad/ui'
import { api, invalidateReads, queryFailure, useApi } from '@offquad/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { formatDateTime } from '../../components/format-date-time'
import { CursorPagination, PAGE_SIZE } from '../../components/pagination'
import { Section } from '../../components/section'
import { useUrlParams } from '../../components/use-url-params'

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
              <RetryButton label="Fetch all that failed again" />
            </p>
          </>
        )
      }
    >
      <ul className="admin-entries admin-unplaced">
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
          <RetryButton label="Fetch again" source={source} />
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

interface RetryButtonProps {
  label: string
  /** Absent: all failed pictures. */
  source?: string
}

function RetryButton({ label, source }: RetryButtonProps) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api(retryListingPictures, { body: source ? { sources: [source] } : {} }),
    async onSuccess({ queued }) {
      showToast(
        'success',
        queued === 1 ? '1 picture will be fetched.' : `${queued} pictures will be fetched.`,
      )
      await invalidateReads(client, [listMissingListingPictures])
    },
    onError: (error) => showToast('error', error.message),
  })
  return (
    <Button disabled={isPending} aria-label={source && `${label}: ${source}`} onClick={() => mutate()}>
      {label}
    </Button>
  )
}
