import { type AccountExport } from '@offquad/contracts'
import { type Repositories } from '../repositories'

/** Far more than are stored. */
const MAX_ALERTS = 10_000

type ExportedAlerts = Pick<AccountExport, 'savedSearches' | 'alerts' | 'alertMail'>

/** The searches and alerts of a user, and how often alerts are mailed. */
export async function exportAlerts(
  { savedSearches, alerts, alertMail }: Pick<Repositories, 'savedSearches' | 'alerts' | 'alertMail'>,
  userId: string,
): Promise<ExportedAlerts> {
  const [searches, told, settings] = await Promise.all([
    savedSearches.list(userId),
    alerts.list(userId, MAX_ALERTS),
    alertMail.find(userId),
  ])
  return {
    savedSearches: searches.map(({ name, address, savedAt }) => ({
      name,
      address,
      savedAt: savedAt.toISOString(),
    })),
    alerts: told.map(({ search, season, places, at }) => ({
      ...(search && { search: search.name }),
      ...(season && { season }),
      placeIds: places.map(({ aptId }) => aptId),
      at: at.toISOString(),
    })),
    ...(settings && { alertMail: settings.mail }),
  }
}
