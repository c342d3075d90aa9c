import '../../components/admin.css'
import './data.css'
import {
  listMissingListingPictures,
  type MissingListingPicture,
  retryListingPictures,
} from '@offquad/contracts'
import { Button, showToast } from '@offquad/ui'
import { api, useApi } from '@offquad/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { momentText } from '../../components/moment-text'
import { PAGE_SIZE } from '../../components/pages'
import { Section } from '../../components/section'
import { useAddress } from '../../components/use-address'

/** Pictures that imported apartments and landlords name and no page shows: why, and fetched again. */
export function MissingPictures() {
  const { params, hrefWith } = useAddress()
  const cursor = params.get('cursor') ?? undefined
  const query = { ...(cursor && { cursor }), size: PAGE_SIZE }
  const { data, error, refetch } = useApi(listMissingListingPictures, { query })
  return (
    <Section
      title="Missing pictures"
      count={data?.total}
      empty="Every picture that an import brought along was fetched."
      failure={error && !data ? { error, onRetry: refetch } : undefined}
      controls={
        data &&
        data.total > 0 && (
          <>
            <p className="admin-soft">
              Pictures that imports name on other servers are copied before they are shown. To replace one
              that failed, change the pictures of its apartment or landlord.
            </p>
            <p className="admin-actions">
              <RetryButton label="Fetch all that failed again" />
            </p>
          </>
        )
      }
    >
      <ul className="admin-places admin-unplaced">
        {data?.items.map((picture) => (
          <li key={picture.source}>
            <MissingPicture picture={picture} />
          </li>
        ))}
      </ul>
      {(cursor ?? data?.next) && (
        <nav className="admin-pages" aria-label="Pages of missing pictures">
          {cursor && <Link to={hrefWith({ cursor: undefined })}>First page</Link>}
          {data?.next && <Link to={hrefWith({ cursor: data.next })}>Next</Link>}
        </nav>
      )}
    </Section>
  )
}

const KIND_OF = { APARTMENT: 'apartments', LANDLORD: 'landlords' } as const

function MissingPicture({ picture }: { picture: MissingListingPicture }) {
  const { source, state, listings } = picture
  const { hrefWith } = useAddress()
  return (
    <>
      <div>
        {/* No link: whoever follows it tells that server who looks after these listings. */}
        <code>{source}</code>
        <p className="admin-soft">
          {listings.map(({ label, id, name }, index) => (
            <Fragment key={`${label}/${id}`}>
              {index > 0 && ' · '}
              <Link to={hrefWith({ kind: KIND_OF[label], id, cursor: undefined })}>{name}</Link>
            </Fragment>
          ))}
        </p>
        <p>{problemOf(picture)}</p>
      </div>
      {state === 'failed' && (
        <p className="admin-actions">
          <RetryButton label="Fetch again" source={source} />
        </p>
      )}
    </>
  )
}

function problemOf({ state, reason, nextAttemptAt }: MissingListingPicture): string {
  if (reason === undefined) return 'It will be fetched soon.'
  if (state === 'failed') return reason
  return nextAttemptAt ? `${reason} The next attempt is on ${momentText(nextAttemptAt)}.` : reason
}

interface RetryButtonProps {
  label: string
  /** Absent: all that failed. */
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
      await client.invalidateQueries({ queryKey: [listMissingListingPictures.path] })
    },
    onError: (error) => showToast('error', error.message),
  })
  return (
    <Button disabled={isPending} aria-label={source && `${label}: ${source}`} onClick={() => mutate()}>
      {label}
    </Button>
  )
}
