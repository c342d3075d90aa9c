import '../../components/admin.css'
import {
  type ApartmentChanges,
  type CatalogChange,
  type ContactDecision,
  type ContactStatus,
  declineText,
  getContactQuestions,
  getPendingBuildings,
  getReview,
  type GuideChange,
  type LandlordChanges,
  lookUp,
  type ModerationEntry,
  type PeopleChange,
  type ReviewStatus,
} from '@offquad/contracts'
import { type ProblemError, useApi } from '@offquad/web-kit'
import { Link } from 'react-router-dom'
import { Details } from '../../components/details'
import { formatDateTime } from '../../components/format-date-time'
import { type Activity } from './use-activity-log'

interface ActivityEntryProps {
  activity: Activity
  /** Name of the administrator. */
  by: string
}

/** An entry of the activity log. */
export function ActivityEntry({ activity, by }: ActivityEntryProps) {
  const { date } = activity.entry
  return (
    <li style={{ flexWrap: 'wrap', gap: '0 16px' }}>
      <div style={{ flex: '1 1 240px' }}>
        <strong>{by}</strong>
        {activity.source === 'reviews' && <ModerationText entry={activity.entry} />}
        {activity.source === 'catalog' && <CatalogText entry={activity.entry} />}
        {activity.source === 'guides' && <GuideChangeText entry={activity.entry} />}
        {activity.source === 'contact' && <ContactDecisionText entry={activity.entry} />}
        {activity.source === 'people' && <PeopleText entry={activity.entry} />}
      </div>
      <time className="offquad-soft" dateTime={date}>
        {formatDateTime(date)}
      </time>
    </li>
  )
}

export const DECISION_VERBS: Partial<Record<ReviewStatus, string>> = {
  APPROVED: 'Approved',
  DECLINED: 'Declined',
  DELETED: 'Deleted',
}

function ModerationText({ entry: { from, to, reviewId, decline } }: { entry: ModerationEntry }) {
  return (
    <>
      <p>
        {from === 'REPORTED' && to === 'APPROVED'
          ? 'Ignored the report of a review'
          : `${DECISION_VERBS[to] ?? to} a review that was ${from.toLowerCase()}`}
        {decline && `: ${declineText(decline.reason).label.toLowerCase()}`}
      </p>
      {decline?.note && <p className="admin-text offquad-soft">{decline.note}</p>}
      <Details summary="The review">{() => <ReviewText id={reviewId} />}</Details>
    </>
  )
}

function ReviewText({ id }: { id: string }) {
  const query = useApi(getReview, { params: { id }, asUser: true })
  return <LoadedText query={query} text={query.data?.reviewText} />
}

const FIELD_NAMES: Record<keyof ApartmentChanges | keyof LandlordChanges, string> = {
  name: 'name',
  address: 'address',
  landlordId: 'landlord',
  numBeds: 'bedrooms',
  numBaths: 'bathrooms',
  price: 'rent',
  roomTypes: 'room types',
  amenities: 'amenities',
  photos: 'photos',
  profilePhoto: 'profile photo',
  area: 'area',
  latitude: 'place on the map',
  longitude: 'place on the map',
  contact: 'contact',
}

function CatalogText({ entry: { kind, subjectId, name, action, fields } }: { entry: CatalogChange }) {
  const changed = [...new Set(fields.flatMap((field) => lookUp(FIELD_NAMES, field) ?? []))]
  return (
    <>
      <p>
        {action === 'added' ? 'Added' : 'Changed'} the {kind}{' '}
        <Link to={`?tab=data&kind=${kind}s&id=${encodeURIComponent(subjectId)}`} dir="auto">
          {name}
        </Link>
      </p>
      {action === 'changed' && changed.length > 0 && (
        <p className="offquad-soft">What changed: {changed.join(', ')}</p>
      )}
    </>
  )
}

function GuideChangeText({ entry: { action, guideId, title } }: { entry: GuideChange }) {
  return (
    <p>
      {action.charAt(0).toUpperCase() + action.slice(1)} the guide{' '}
      {action === 'deleted' ? (
        <strong dir="auto">{title}</strong>
      ) : (
        <Link to={`?tab=guides&id=${encodeURIComponent(guideId)}`} dir="auto">
          {title}
        </Link>
      )}
    </p>
  )
}

const CONTACT_DECISION_VERBS: Record<ContactStatus, string> = {
  COMPLETED: 'Marked as done',
  DELETED: 'Deleted',
  PENDING: 'Reopened',
}

function ContactDecisionText({ entry: { kind, contactId, to } }: { entry: ContactDecision }) {
  const isQuestion = kind === 'question'
  const Text = isQuestion ? QuestionText : SubmissionText
  return (
    <>
      <p>
        {lookUp(CONTACT_DECISION_VERBS, to) ?? to}: {isQuestion ? 'a question' : 'a missing apartment'}
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
  const query = useApi(getContactQuestions, { params: { status } })
  const question = query.data?.find((sent) => sent.id === id)
  return <LoadedText query={query} text={question && `${question.name}: ${question.msg}`} />
}

function SubmissionText({ id, status }: ContactTextProps) {
  const query = useApi(getPendingBuildings, { params: { status } })
  const submission = query.data?.find((sent) => sent.id === id)
  return (
    <LoadedText
      query={query}
      text={submission && [submission.name, submission.address].filter(Boolean).join(', ')}
    />
  )
}

interface LoadedTextProps {
  query: { data: unknown; error: ProblemError | null }
  text: string | undefined
}

function LoadedText({ query: { data, error }, text }: LoadedTextProps) {
  if (error) return <p className="offquad-soft">{error.message}</p>
  if (!data) return <p className="admin-text">Loading …</p>
  // The status has changed since, or the entry was deleted with its author's account.
  if (!text) return <p className="offquad-soft">It no longer exists, or its status has changed since.</p>
  return (
    <p className="admin-text" dir="auto">
      {text}
    </p>
  )
}

const PEOPLE_TEXTS: Record<string, (role: string, whom: string) => string> = {
  'role-granted': (role, whom) =>
    `Made ${whom} ${role === 'admin' ? 'an administrator' : `${role.startsWith('e') ? 'an' : 'a'} ${role}`}`,
  'sign-in-allowed': (_role, whom) => `Linked the account of ${whom} to another Google account`,
  'sign-in-refused': (_role, whom) => `Refused another Google account with the address ${whom}`,
  'role-revoked': (role, whom) => `Revoked the role ${role === 'admin' ? 'administrator' : role} of ${whom}`,
}

function PeopleText({ entry: { action, email, role } }: { entry: PeopleChange }) {
  const whom = email ?? 'someone whose account was deleted'
  // A newer service may log actions that this version does not know.
  return <p className="admin-text">{PEOPLE_TEXTS[action]?.(role ?? '', whom) ?? `${action}: ${whom}`}</p>
}
