import '../../components/admin.css'
import {
  getAdministrators,
  getModerationLog,
  getReview,
  type ModerationEntry,
  type ReviewStatus,
} from '@offquad/contracts'
import { Choice } from '@offquad/ui'
import { useApi } from '@offquad/web-kit'
import { useState } from 'react'
import { momentText } from '../../components/moment-text'
import { PAGE_SIZE, Pages } from '../../components/pages'
import { Section } from '../../components/section'
import { useAddress } from '../../components/use-address'

const DECISIONS: Partial<Record<ReviewStatus, string>> = {
  APPROVED: 'Approved',
  DECLINED: 'Declined',
  DELETED: 'Deleted',
}
const ANY = ''

/** Who decided what, newest first; which part of it is part of the address. */
export function ModerationLog() {
  const { params, go } = useAddress()
  const adminId = params.get('by') ?? ANY
  const to = (params.get('decision') ?? ANY) as ReviewStatus | typeof ANY
  const offset = Number(params.get('offset') ?? 0)
  const filter = { ...(adminId && { adminId }), ...(to && { to }) }
  const { data, error, refetch } = useApi(getModerationLog, { query: { ...filter, offset, size: PAGE_SIZE } })
  const administrators = useApi(getAdministrators).data ?? []
  const nameOf = (id: string) => administrators.find((one) => one.id === id)?.displayName
  return (
    <Section
      title="Decisions"
      count={data?.total}
      empty={adminId || to ? 'No decision is like this.' : 'Nothing was decided yet.'}
      failure={error && !data ? { error, onRetry: refetch } : undefined}
      controls={
        <p className="admin-actions">
          <Choice
            label="By"
            value={adminId}
            options={[
              { value: ANY, label: 'Everybody' },
              ...administrators.map(({ id, displayName }) => ({ value: id, label: displayName })),
            ]}
            onChange={(by) => go({ by, offset: undefined })}
          />
          <Choice
            label="Decision"
            value={to}
            options={[
              { value: ANY, label: 'All' },
              ...Object.entries(DECISIONS).map(([value, label]) => ({ value: value as ReviewStatus, label })),
            ]}
            onChange={(decision) => go({ decision, offset: undefined })}
          />
        </p>
      }
    >
      <ol className="admin-list">
        {data?.entries.map((entry) => (
          <Entry key={entry.id} entry={entry} by={nameOf(entry.adminId) ?? 'A former administrator'} />
        ))}
      </ol>
      <Pages
        label="Pages of decisions"
        offset={offset}
        total={data?.total ?? 0}
        onTurn={(next) => go({ offset: next > 0 ? String(next) : undefined })}
      />
    </Section>
  )
}

function Entry({ entry: { date, from, to, reviewId }, by }: { entry: ModerationEntry; by: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li className="admin-item">
      <header>
        <strong>{by}</strong>
        <time dateTime={date}>{momentText(date)}</time>
      </header>
      <p>
        {from === 'REPORTED' && to === 'APPROVED'
          ? 'Ignored the report of a review'
          : `${DECISIONS[to] ?? to} a review that was ${from.toLowerCase()}`}
      </p>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>The review</summary>
        {isOpen && <ReviewText id={reviewId} />}
      </details>
    </li>
  )
}

function ReviewText({ id }: { id: string }) {
  const { data, error } = useApi(getReview, { params: { id }, asUser: true })
  if (error) return <p className="admin-soft">{error.message}</p>
  return <p className="admin-text">{data?.reviewText ?? 'Loading …'}</p>
}
