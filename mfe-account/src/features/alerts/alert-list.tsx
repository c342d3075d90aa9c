import '../../components/rows.css'
import './alerts.css'
import {
  type Alert,
  amountText,
  countUnseenAlerts,
  dayIn,
  dayText,
  getAlerts,
  markAlertsSeen,
  photoUrl,
  seasonNews,
} from '@offquad/contracts'
import { ListSkeleton, Photo, StateMessage } from '@offquad/ui'
import { api, invalidateReads, paths, QueryContent, university, useApi } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'

/** The user's alerts, newest first. Showing them marks them as seen. */
export function AlertList() {
  const query = useApi(getAlerts)
  const client = useQueryClient()
  const [newest] = query.data?.items ?? []
  const until = newest && !newest.isSeen ? newest.at : undefined
  useEffect(() => {
    if (until === undefined) return
    // The bell keeps its number when this fails.
    void api(markAlertsSeen, { body: { until } })
      .then(() => invalidateReads(client, [countUnseenAlerts]))
      .catch(() => undefined)
  }, [until, client])
  return (
    <QueryContent query={query} failure="Your alerts cannot be loaded right now." fallback={<ListSkeleton />}>
      {({ items }) =>
        items.length === 0 ? (
          <NoAlerts />
        ) : (
          <ul className="account-rows">
            {items.map((alert) => (
              <li key={alert.id}>
                <AlertEntry {...alert} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryContent>
  )
}

function AlertEntry({ search, season, places, total, at, isSeen }: Alert) {
  const about = season ? 'Season' : 'Bookmarked'
  const more = total - places.length
  return (
    <article className="offquad-stack">
      <p className="offquad-note">
        {!isSeen && <strong>New · </strong>}
        {dayText(dayIn(new Date(at), university().timeZone))} ·{' '}
        {search ? <Link to={`/search?${search.address}`}>{search.name}</Link> : about}
      </p>
      {season && <p>{seasonNews(season)}</p>}
      <ul className="offquad-stack">
        {places.map(({ aptId, name, photo, ...news }) => (
          <li key={aptId} className="offquad-cluster">
            <span className="account-alert-photo offquad-frame" aria-hidden="true">
              <Photo src={photo && photoUrl(photo, 'card')} alt="" seed={aptId} />
            </span>
            <span className="account-row-text">
              <Link to={paths.apartment(aptId)} dir="auto">
                {name}
              </Link>
              {newsOf(news)}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && search && <Link to={`/search?${search.address}`}>All that match: {more} more</Link>}
    </article>
  )
}

function newsOf({ reason, rent, rentBefore }: Omit<Alert['places'][number], 'aptId' | 'name'>): string {
  const price = rent === undefined ? undefined : `$${amountText(rent)}/person`
  if (reason === 'review') return 'A new review'
  if (reason === 'rent' && price && rentBefore !== undefined)
    return `${price}, down from $${amountText(rentBefore)}`
  const what = reason === 'available' ? 'A room by your date' : 'New match'
  return price ? `${what} · ${price}` : what
}

const NoAlerts = () => (
  <StateMessage
    title="No alerts yet."
    detail="Search for what you need and choose “Alert me”. You are told when a place matches, costs less, or has a room by your date, and when one you bookmarked gets a review."
    action={<Link to={paths.search({})}>Search apartments</Link>}
  />
)
