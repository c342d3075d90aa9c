import '../../components/rows.css'
import {
  ALERT_MAIL_HOURS,
  ALERT_MAILS,
  type AlertMail,
  dayIn,
  dayText,
  getSavedSearches,
  isolated,
  removeSavedSearch,
  type SavedSearch,
  saveSearch,
  setAlertMail,
} from '@offquad/contracts'
import { Button, Choice, HeadingRow, ListSkeleton, showToast, TextButton } from '@offquad/ui'
import {
  api,
  createTurns,
  invalidateReads,
  QueryContent,
  university,
  useApi,
  useFocusSuccessor,
} from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { attempt } from '../../components/attempt'

const MAIL_NAMES: Record<AlertMail, string> = { daily: 'Daily', weekly: 'Weekly', never: 'Never' }

/** The searches with alerts, and the frequency of alerts by mail. */
export function SavedSearches() {
  const query = useApi(getSavedSearches)
  const client = useQueryClient()
  const [inTurn] = useState(createTurns)
  const { successor, onFocus } = useFocusSuccessor<HTMLHeadingElement>()

  async function change(write: () => Promise<unknown>): Promise<void> {
    await attempt(() => inTurn(write))
    await invalidateReads(client, [getSavedSearches])
  }

  async function remove({ id, name, address, criteria }: SavedSearch): Promise<void> {
    await change(async () => {
      await api(removeSavedSearch, { params: { id } })
      const undo = () => {
        // The message disappears with its button.
        successor.current?.focus({ preventScroll: true })
        void change(() => api(saveSearch, { body: { name, address, criteria } }))
      }
      showToast(
        'undo',
        <>
          No more alerts for <bdi>{name}</bdi>. <TextButton onClick={undo}>Undo</TextButton>
        </>,
      )
    })
  }

  return (
    <section aria-labelledby="searches" onFocus={onFocus}>
      <HeadingRow>
        <h2 id="searches" ref={successor} tabIndex={-1}>
          Saved searches
        </h2>
        {query.data && (
          <Choice
            label="By mail"
            value={query.data.mail}
            options={ALERT_MAILS.map((value) => ({ value, label: MAIL_NAMES[value] }))}
            onChange={(mail) => void change(() => api(setAlertMail, { body: { mail } }))}
          />
        )}
      </HeadingRow>
      <QueryContent
        query={query}
        failure="Your saved searches cannot be loaded right now."
        fallback={<ListSkeleton />}
      >
        {({ items }) => (
          <ul className="account-rows">
            {items.length === 0 && <li className="offquad-note">None.</li>}
            {items.map((search) => (
              <li key={search.id} className="offquad-cluster">
                <span className="account-row-text">
                  <Link to={`/search?${search.address}`} dir="auto">
                    {search.name}
                  </Link>
                  <span className="offquad-note">Since {sinceOf(search)}</span>
                </span>
                <Button aria-label={`Remove ${isolated(search.name)}`} onClick={() => void remove(search)}>
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryContent>
      <p className="offquad-note">
        Mails come between {hourText(ALERT_MAIL_HOURS.from)} and {hourText(ALERT_MAIL_HOURS.to)}, and only
        when there is news.
      </p>
    </section>
  )
}

const hourText = (hour: number) => (hour < 12 ? `${hour} am` : `${hour - 12} pm`)

const sinceOf = ({ savedAt }: SavedSearch) => dayText(dayIn(new Date(savedAt), university().timeZone))
