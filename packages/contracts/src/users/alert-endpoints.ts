import { type Static, Type } from 'typebox'
import { listingFilters } from '../catalog/endpoints'
import { MONTHS } from '../day'
import { endpoint } from '../endpoint'
import { Id, IdParams, NoContent, StrictObject, Timestamp } from '../shapes'

/** Maximum number of searches that a user may save. */
export const MAX_SAVED_SEARCHES = 20
/** Maximum number of places that an alert names. */
export const MAX_ALERT_PLACES = 12
/** Days after which alerts are deleted. */
export const ALERT_DAYS = 60
export const SAVED_SEARCH_NAME_LENGTH = 200

/** The text and filters of a search as the API takes them. */
export const SearchCriteria = StrictObject({
  ...listingFilters,
  q: Type.Optional(Type.String({ maxLength: 200 })),
})
export type SearchCriteria = Static<typeof SearchCriteria>

export const SavedSearch = Type.Object({
  id: Id,
  name: Type.String({ description: 'Its filters in words' }),
  address: Type.String({ description: 'The query of its page: what stands behind "/search?"' }),
  criteria: SearchCriteria,
  savedAt: Timestamp,
})
export type SavedSearch = Static<typeof SavedSearch>

/** Hours of the day, in the university's time zone, in which alerts are mailed, so that no mail wakes anyone. */
export const ALERT_MAIL_HOURS = { from: 8, to: 21 }

export const ALERT_MAILS = ['daily', 'weekly', 'never'] as const
export const AlertMail = Type.Enum([...ALERT_MAILS])
export type AlertMail = Static<typeof AlertMail>

const AlertReason = Type.Enum(['match', 'rent', 'available', 'review'], {
  description:
    'match: it meets the search now; rent: it did before, and costs less now; available: it has a room by the date of the search now; review: a bookmarked apartment has a new review',
})

/** The areas where leases are usually signed from a month on; alerted in the week before. */
export const AlertSeason = Type.Object({
  month: Type.Integer({ minimum: 1, maximum: 12 }),
  areas: Type.Array(Type.String(), { description: 'Their names' }),
})
export type AlertSeason = Static<typeof AlertSeason>

export const seasonNews = ({ month, areas }: AlertSeason): string =>
  `Leases in ${areas.join(' and ')} are usually signed from ${MONTHS[month - 1]} on.`

/** One place in an alert. */
export const AlertPlace = Type.Object({
  aptId: Id,
  reason: AlertReason,
  rent: Type.Optional(Type.Number({ description: 'A month; the cheapest room that meets the search' })),
  rentBefore: Type.Optional(Type.Number()),
})
export type AlertPlace = Static<typeof AlertPlace>

const Alert = Type.Object({
  id: Type.String(),
  search: Type.Optional(
    Type.Object(
      { name: Type.String(), address: Type.String() },
      { description: 'Absent: it is about a bookmarked apartment, or a season' },
    ),
  ),
  places: Type.Array(
    Type.Object({ ...AlertPlace.properties, name: Type.String(), photo: Type.Optional(Type.String()) }),
    { description: `At most ${MAX_ALERT_PLACES}, without those that no longer exist` },
  ),
  total: Type.Integer({ description: 'Of how many places it told' }),
  season: Type.Optional(AlertSeason),
  at: Timestamp,
  isSeen: Type.Boolean(),
})
export type Alert = Static<typeof Alert>

export const getAlerts = endpoint('GET /api/alerts', {
  access: 'signed-in',
  summary: `The caller's newest alerts, of the last ${ALERT_DAYS} days.`,
  reply: Type.Object({ items: Type.Array(Alert, { maxItems: 50 }) }),
})

export const countUnseenAlerts = endpoint('GET /api/alerts/unseen', {
  access: 'signed-in',
  cost: 1,
  summary: 'How many alerts the caller has not seen.',
  reply: Type.Object({ count: Type.Integer() }),
})

const changeCall = { access: 'signed-in', touches: [], status: 204, reply: NoContent } as const

export const markAlertsSeen = endpoint('POST /api/alerts/seen', {
  ...changeCall,
  summary: 'The caller has seen all alerts up to this time. Idempotent.',
  // There are no leap seconds in JavaScript.
  body: StrictObject({ until: { ...Timestamp, pattern: '^(?!.*:60)' } }),
})

export const getSavedSearches = endpoint('GET /api/saved-searches', {
  access: 'signed-in',
  cost: 1,
  summary: 'The searches that the caller is told about, the newest first, and how often by mail.',
  reply: Type.Object({ items: Type.Array(SavedSearch), mail: AlertMail }),
})

export const saveSearch = endpoint('POST /api/saved-searches', {
  access: 'signed-in',
  touches: [],
  summary: `Tells the caller from now on what meets this search; at most ${MAX_SAVED_SEARCHES}. A search with the same criteria is replaced.`,
  body: StrictObject({
    name: Type.String({ minLength: 1, maxLength: SAVED_SEARCH_NAME_LENGTH, pattern: '\\S' }),
    address: Type.String({ maxLength: 1500, pattern: '^[^\\s#?]*$' }),
    criteria: SearchCriteria,
  }),
  reply: SavedSearch,
})

export const removeSavedSearch = endpoint('POST /api/saved-searches/:id/remove', {
  ...changeCall,
  summary: 'Forgets a saved search of the caller. Idempotent.',
  params: IdParams,
})

export const setAlertMail = endpoint('POST /api/alert-mail', {
  ...changeCall,
  summary: 'How often the caller gets alerts by mail. Idempotent.',
  body: StrictObject({ mail: AlertMail }),
})

export const unsubscribeFromAlerts = endpoint('POST /api/alert-mail/unsubscribe/:token', {
  touches: [],
  summary:
    'Ends the mails of the account with this token, which its mails contain. Mail programs call it with one click (RFC 8058). Idempotent.',
  params: Type.Object({ token: Type.String({ pattern: '^[A-Za-z0-9_-]{20,64}$' }) }),
  status: 204,
  reply: NoContent,
})
