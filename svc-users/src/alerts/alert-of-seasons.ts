import { type SearchCriteria, type University } from '@offquad/contracts'
import { monthOf } from '@offquad/service-kit'
import { type Catalog } from '../catalog-client'
import { type Repositories } from '../repositories'

interface SeasonDeps extends Pick<Repositories, 'savedSearches' | 'alerts' | 'alertMail'> {
  catalog: Pick<Catalog, 'seasonIn'>
  university: Pick<University, 'areas'>
  now: () => Date
}

const WEEK_MS = 7 * 24 * 60 * 60_000
const USERS_PER_RUN = 100

/**
 * In the last week of a month, alerts all users who get mails and have saved a search in an area where leases are usually
 * signed from the next month on. The alert's id contains the month, so that an interrupted run alerts no one twice.
 */
export async function alertOfSeasons(deps: SeasonDeps): Promise<void> {
  const { savedSearches, alerts, alertMail, now } = deps
  const at = now()
  const month = monthOf(new Date(at.getTime() + WEEK_MS))
  if (month === monthOf(at)) return
  const users = await alertMail.listUntold(month, USERS_PER_RUN)
  if (users.length === 0) return
  const starting = await areasFrom(Number(month.slice(5)), deps)
  for (const userId of users) {
    const searches = await savedSearches.list(userId)
    const areas = starting.filter((area) => searches.some(({ criteria }) => isIn(area.id, criteria)))
    if (areas.length > 0) {
      const season = { month: Number(month.slice(5)), areas: areas.map(({ name }) => name) }
      const id = `${userId}/season:${month}`
      await alerts.add([{ id, userId, search: null, season, places: [], total: 0, at, isSeen: false }])
    }
    await alertMail.markTold(userId, month)
  }
}

/** The areas whose season starts with this month. */
async function areasFrom(month: number, { catalog, university: { areas } }: SeasonDeps) {
  const seasons = await Promise.all(areas.map(({ id }) => catalog.seasonIn(id)))
  return areas.filter((_area, index) => seasons[index]?.from === month)
}

/** A search that names no areas covers all of them. */
function isIn(area: string, criteria: string): boolean {
  const { locations } = JSON.parse(criteria) as SearchCriteria
  return (locations || area).split(',').some((name) => name.trim().toUpperCase() === area)
}
