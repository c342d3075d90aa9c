import '../../components/admin.css'
import {
  type Administrator,
  type CatalogChange,
  type ContactDecision,
  type ContactStatus,
  DECLINE_TEXTS,
  getAdministrators,
  getContactQuestions,
  getPendingBuildings,
  getReview,
  type ModerationEntry,
  type PeopleChange,
  type ReviewStatus,
} from '@offquad/contracts'
import { Button, Choice } from '@offquad/ui'
import { type ProblemError, useApi } from '@offquad/web-kit'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { momentText } from '../../components/moment-text'
import { Section } from '../../components/section'
import { useAddress } from '../../components/use-address'
import { type Activity, type ActivityFilter, useActivity } from './use-activity'

const DECISIONS: Partial<Record<ReviewStatus, string>> = {
  APPROVED: 'Approved',
  DECLINED: 'Declined',
  DELETED: 'Deleted',
}
const SOURCES: Record<Activity['source'], string> = {
  reviews: 'All about reviews',
  catalog: 'Apartments and landlords',
  contact: 'Questions and submissions',
  people: 'Accounts and roles',
}
const ANY = ''

/** Who changes roles besides administrators. */
const NOT_PEOPLE: Record<string, string> = {
  configuration: 'The settings of the site',
  'command-line': 'The command line',
}

/** Who decided and changed what, newest first; which part of it is part of the URL. */
export function ActivityLog() {
  const filter = useActivityFilter()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useActivity(filter)
  const administrators = useApi(getAdministrators).data
  const nameOf = (id: string) =>
    NOT_PEOPLE[id] ??
    (administrators
      ? (administrators.find((one) => one.id === id)?.displayName ?? 'A former administrator')
      : '…')
  const isFiltered = Boolean(filter.adminId ?? filter.kind)
  const failed = new Set(data?.pages.flatMap((page) => page.failed))
  return (
    <Section
      title="Decisions"
      count={data?.pages[0]?.total}
      empty={isFiltered ? 'No decision is like this.' : 'Nothing was decided yet.'}
      failure={error && !data ? { error: error as ProblemError, onRetry: refetch } : undefined}
      controls={<Filters administrators={administrators ?? []} />}
    >
      {failed.size > 0 && (
        <p role="alert" className="admin-actions">
          <span>
            Some of it cannot be loaded right now: {[...failed].map((source) => SOURCES[source]).join(', ')}.
          </span>
          <Button onClick={() => void refetch()}>Try again</Button>
        </p>
      )}
      <ol className="admin-list">
        {data?.pages
          .flatMap((page) => page.activities)
          .map((activity) => (
            <Item key={activity.entry.id} activity={activity} by={nameOf(activity.entry.adminId)} />
          ))}
      </ol>
      {hasNextPage && (
        <p className="admin-pages">
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older
          </Button>
        </p>
      )}
    </Section>
  )
}

function useActivityFilter(): ActivityFilter {
  const { params } = useAddress()
  const [adminId, kind] = [params.get('by'), params.get('decision')]
  // Anything else in the URL is refused by the service.
  return { ...(adminId && { adminId }), ...(kind && { kind: kind as NonNullable<ActivityFilter['kind']> }) }
}

function Filters({ administrators }: { administrators: Administrator[] }) {
  const { go } = useAddress()
  const { adminId, kind } = useActivityFilter()
  return (
    <div className="admin-actions">
      <Choice
        label="By"
        value={adminId ?? ANY}
        options={[
          { value: ANY, label: 'Everybody' },
          ...administrators.map(({ id, displayName }) => ({ value: id, label: displayName })),
        ]}
        onChange={(by) => go({ by })}
      />
      <Choice
        label="Decision"
        value={kind ?? ANY}
        options={[
          { value: ANY, label: 'All' },
          { value: 'reviews', label: SOURCES.reviews },
          ...Object.entries(DECISIONS).map(([value, label]) => ({ value, label: `${label} reviews` })),
          { value: 'catalog', label: SOURCES.catalog },
          { value: 'contact', label: SOURCES.contact },
          { value: 'people', label: SOURCES.people },
        ]}
        onChange={(decision) => go({ decision })}
      />
    </div>
  )
}

function Item({ activity, by }: { activity: Activity; by: string }) {
  const { date } = activity.entry
  return (
    <li className="admin-item">
      <header>
        <strong>{by}</strong>
        <time dateTime={date}>{momentText(date)}</time>
      </header>
      {activity.source === 'reviews' && <ReviewDecision entry={activity.entry} />}
      {activity.source === 'catalog' && <CatalogEdit entry={activity.entry} />}
      {activity.source === 'contact' && <ContactChange entry={activity.entry} />}
      {activity.source === 'people' && <AccountChange entry={activity.entry} />}
    </li>
  )
}

function ReviewDecision({ entry: { from, to, reviewId, decline } }: { entry: ModerationEntry }) {
  return (
    <>
      <p>
        {from === 'REPORTED' && to === 'APPROVED'
          ? 'Ignored the report of a review'
          : `${DECISIONS[to] ?? to} a review that was ${from.toLowerCase()}`}
        {decline && `: ${DECLINE_TEXTS[decline.reason].label.toLowerCase()}`}
      </p>
      {decline?.note && <p className="admin-text admin-soft">{decline.note}</p>}
      <Details summary="The review">{() => <ReviewText id={reviewId} />}</Details>
    </>
  )
}

function ReviewText({ id }: { id: string }) {
  const { data, error } = useApi(getReview, { params: { id }, asUser: true })
  if (error) return <p className="admin-soft">{error.message}</p>
  return <p className="admin-text">{data?.reviewText ?? 'Loading …'}</p>
}

const FIELDS: Record<string, string> = {
  name: 'name',
  address: 'address',
  landlordId: 'landlord',
  numBeds: 'bedrooms',
  numBaths: 'bathrooms',
  price: 'rent',
  photos: 'photos',
  profilePhoto: 'profile photo',
  area: 'area',
  latitude: 'place on the map',
  longitude: 'place on the map',
  contact: 'contact',
}

function CatalogEdit({ entry: { kind, subjectId, name, action, fields } }: { entry: CatalogChange }) {
  const changed = [...new Set(fields.flatMap((field) => FIELDS[field] ?? []))]
  return (
    <>
      <p>
        {action === 'added' ? 'Added' : 'Changed'} the {kind}{' '}
        <Link to={`?tab=data&kind=${kind}s&id=${encodeURIComponent(subjectId)}`}>{name}</Link>
      </p>
      {action === 'changed' && changed.length > 0 && (
        <p className="admin-soft">What changed: {changed.join(', ')}</p>
      )}
    </>
  )
}

const CONTACT_DECISIONS: Record<ContactStatus, string> = {
  COMPLETED: 'Marked as done',
  DELETED: 'Deleted',
  PENDING: 'Opened again',
}

function ContactChange({ entry: { kind, contactId, to } }: { entry: ContactDecision }) {
  const isQuestion = kind === 'question'
  const Text = isQuestion ? QuestionText : SubmissionText
  return (
    <>
      <p>
        {CONTACT_DECISIONS[to]}: {isQuestion ? 'a question' : 'a missing apartment'}
      </p>
      <Details summary={isQuestion ? 'The question' : 'The submission'}>
        {() => <Text id={contactId} status={to} />}
      </Details>
    </>
  )
}

interface ContactTextProps {
  id: string
  status: ContactStatus
}

function QuestionText({ id, status }: ContactTextProps) {
  const { data, error } = useApi(getContactQuestions, { params: { status } })
  const question = data?.find((one) => one.id === id)
  return (
    <ContactText isLoading={!data} error={error}>
      {question && `${question.name}: ${question.msg}`}
    </ContactText>
  )
}

function SubmissionText({ id, status }: ContactTextProps) {
  const { data, error } = useApi(getPendingBuildings, { params: { status } })
  const submission = data?.find((one) => one.id === id)
  return (
    <ContactText isLoading={!data} error={error}>
      {submission && [submission.name, submission.address].filter(Boolean).join(', ')}
    </ContactText>
  )
}

interface ContactTextContentProps {
  isLoading: boolean
  error: ProblemError | null
  children: string | undefined
}

function ContactText({ isLoading, error, children }: ContactTextContentProps) {
  if (error) return <p className="admin-soft">{error.message}</p>
  if (isLoading) return <p className="admin-text">Loading …</p>
  // Decided anew since, or deleted with the account of whoever sent it.
  if (!children) return <p className="admin-soft">It is not there any more, or was decided again later.</p>
  return <p className="admin-text">{children}</p>
}

const PEOPLE_ACTIONS: Record<string, (role: string, whom: string) => string> = {
  'role-granted': (role, whom) => `Made ${whom} ${role === 'admin' ? 'an administrator' : `a ${role}`}`,
  'sign-in-allowed': (_role, whom) => `Gave the account of ${whom} to another Google account`,
  'sign-in-refused': (_role, whom) => `Refused another Google account with the address ${whom}`,
  'role-revoked': (role, whom) => `Revoked the role ${role === 'admin' ? 'administrator' : role} of ${whom}`,
}

function AccountChange({ entry: { action, email, role } }: { entry: PeopleChange }) {
  const whom = email ?? 'someone whose account was deleted'
  // A newer version of the service may log what this one has no words for.
  return <p className="admin-text">{PEOPLE_ACTIONS[action]?.(role ?? '', whom) ?? `${action}: ${whom}`}</p>
}

/** Loads what is inside only once it is opened. */
function Details({ summary, children }: { summary: string; children: () => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children()}
    </details>
  )
}
