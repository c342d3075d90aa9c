import {
  beginOf,
  countUnseenAlerts,
  getAlerts,
  getSavedSearches,
  markAlertsSeen,
  MAX_SAVED_SEARCHES,
  removeSavedSearch,
  SAVED_SEARCH_NAME_LENGTH,
  type SavedSearch,
  saveSearch,
  setAlertMail,
  unsubscribeFromAlerts,
} from '@offquad/contracts'
import { type Caller, ConflictError, InvalidInputError, requireIdentity, route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type Catalog } from '../catalog-client'
import { cleanName } from '../clean-name'
import { type Repositories } from '../repositories'
import { type SearchOfUser } from './saved-searches.repository'

interface AlertsDeps extends Pick<Repositories, 'savedSearches' | 'alerts' | 'alertMail'> {
  catalog: Pick<Catalog, 'listings'>
  now: () => Date
  /** Triggers the delivery of stored messages; not awaited. */
  flushOutboxes: () => void
}

const MAX_SHOWN = 50
/** Limit of svc-catalog, which includes what is sent with the criteria. */
const MAX_CRITERIA_LENGTH = 4000
/** Mail programs send the unsubscribe form as either of these types (RFC 8058). */
const FORMS = /^(application\/x-www-form-urlencoded|multipart\/form-data)(;|$)/

/** Saved searches of a user, and the alerts about them. */
export function registerAlerts(app: FastifyInstance, deps: AlertsDeps): void {
  const { savedSearches, alerts, alertMail, catalog } = deps

  route(app, getAlerts, async ({ caller }) => {
    const stored = await alerts.list(userOf(caller), MAX_SHOWN)
    const ids = new Set(stored.flatMap(({ places }) => places.map(({ aptId }) => aptId)))
    const listings = await catalog.listings([...ids])
    const apartments = new Map(listings.map(({ buildingData }) => [buildingData.id, buildingData]))
    return {
      items: stored.map(({ id, search, season, places, total, at, isSeen }) => ({
        id,
        ...(search && { search }),
        ...(season && { season }),
        places: places.flatMap((place) => {
          const apartment = apartments.get(place.aptId)
          if (!apartment) return []
          const { name, photos } = apartment
          return [{ ...place, name, ...(photos[0] && { photo: photos[0] }) }]
        }),
        total,
        at: at.toISOString(),
        isSeen,
      })),
    }
  })

  route(app, countUnseenAlerts, async ({ caller }) => ({
    count: await alerts.countUnseen(userOf(caller)),
  }))

  route(app, markAlertsSeen, async ({ body: { until }, caller }) => {
    await alerts.markSeen(userOf(caller), new Date(until))
    return null
  })

  route(app, getSavedSearches, async ({ caller }) => {
    const userId = userOf(caller)
    const [searches, settings] = await Promise.all([savedSearches.list(userId), alertMail.find(userId)])
    return { items: searches.map(presentSearch), mail: settings?.mail ?? 'never' }
  })

  route(app, saveSearch, async ({ body: { name, address, criteria }, caller }) => {
    const userId = userOf(caller)
    const cleaned = cleanName(name)
    const sorted = JSON.stringify(Object.fromEntries(Object.entries(criteria).sort()))
    if (sorted.length > MAX_CRITERIA_LENGTH)
      throw new InvalidInputError('search-too-long', 'This search is too long. Use fewer filters.')
    const saved = await savedSearches.list(userId)
    if (saved.length >= MAX_SAVED_SEARCHES && !saved.some((search) => search.criteria === sorted))
      throw new ConflictError(
        'too-many-searches',
        `You can save ${MAX_SAVED_SEARCHES} searches. Remove one on your alerts page to save another.`,
      )
    await alertMail.setDefault(userId, 'daily')
    const search = await savedSearches.save({
      userId,
      name: beginOf(cleaned, SAVED_SEARCH_NAME_LENGTH),
      address,
      criteria: sorted,
      savedAt: deps.now(),
    })
    deps.flushOutboxes()
    return presentSearch(search)
  })

  route(app, removeSavedSearch, async ({ params: { id }, caller }) => {
    await savedSearches.remove(userOf(caller), id)
    return null
  })

  route(app, setAlertMail, async ({ body: { mail }, caller }) => {
    const userId = userOf(caller)
    await alertMail.set(userId, mail, deps.now())
    if (mail === 'never') await alerts.markMailed(userId)
    return null
  })

  app.register(async (forms) => {
    // Other calls take empty forms only.
    forms.removeContentTypeParser('application/x-www-form-urlencoded')
    forms.addContentTypeParser(FORMS, { parseAs: 'string' }, async () => null)
    route(forms, unsubscribeFromAlerts, async ({ params: { token } }) => {
      const userId = await alertMail.end(token)
      if (userId !== undefined) await alerts.markMailed(userId)
      return null
    })
  })
}

const userOf = (caller: Caller): string => requireIdentity(caller).userId

const presentSearch = ({ id, name, address, criteria, savedAt }: SearchOfUser): SavedSearch => ({
  id,
  name,
  address,
  criteria: JSON.parse(criteria) as SavedSearch['criteria'],
  savedAt: savedAt.toISOString(),
})
