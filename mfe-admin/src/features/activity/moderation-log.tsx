import '../../components/admin.css'
import {
  type Administrator,
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
  const { go } = useAddress()
  const filter = useLogFilter()
  const { data, error, refetch } = useApi(getModerationLog, { query: { ...filter, size: PAGE_SIZE } })
  const administrators = useApi(getAdministrators).data
  const nameOf = (id: string) =>
    administrators
      ? (administrators.find((one) => one.id === id)?.displayName ?? 'A former administrator')
      : '…'
  const isFiltered = Boolean(filter.adminId ?? filter.to)
  return (
    <Section
      title="Decisions"
      count={data?.total}
      empty={isFiltered ? 'No decision is like this.' : 'Nothing was decided yet.'}
      failure={error && !data ? { error, onRetry: refetch } : undefined}
      controls={<Filters administrators={administrators ?? []} />}
    >
      <ol className="admin-list">
        {data?.entries.map((entry) => (
          <Entry key={entry.id} entry={entry} by={nameOf(entry.adminId)} />
        ))}
      </ol>
      <Pages
        label="Pages of decisions"
        offset={filter.offset}
        total={data?.total ?? 0}
        onTurn={(next) => go({ offset: next > 0 ? String(next) : undefined })}
      />
    </Section>
  )
}

function useLogFilter() {
  const { params } = useAddress()
  const [adminId, to, offset] = [params.get('by'), params.get('decision'), Number(params.get('offset'))]
  // Anything else that stands in the address the service refuses.
  return { ...(adminId && { adminId }), ...(to && { to: to as ReviewStatus }), offset }
}

function Filters({ administrators }: { administrators: Administrator[] }) {
  const { go } = useAddress()
  const { adminId, to } = useLogFilter()
  return (
    <div className="admin-actions">
      <Choice
        label="By"
        value={adminId ?? ANY}
        options={[
          { value: ANY, label: 'Everybody' },
          ...administrators.map(({ id, displayName }) => ({ value: id, label: displayName })),
        ]}
        onChange={(by) => go({ by, offset: undefined })}
      />
      <Choice
        label="Decision"
        value={to ?? ANY}
        options={[
          { value: ANY, label: 'All' },
          ...Object.entries(DECISIONS).map(([value, label]) => ({ value, label })),
        ]}
        onChange={(decision) => go({ decision, offset: undefined })}
      />
    </div>
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
