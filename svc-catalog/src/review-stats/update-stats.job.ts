import { catalogChanged } from '@offquad/contracts'
import { type Events } from '@offquad/service-kit'
import { type LandlordStats, type ListingStats } from '../entities'
import { type StatsRepository } from './stats.repository'

interface UpdateStatsDeps {
  listingStats: Pick<StatsRepository<ListingStats>, 'saveIfNewer'>
  landlordStats: Pick<StatsRepository<LandlordStats>, 'saveIfNewer'>
  events: Pick<Events, 'publish'>
}

/** Stores the review stats of an apartment, even if it does not exist yet. */
export async function updateListingStats(deps: UpdateStatsDeps, stats: ListingStats): Promise<void> {
  await deps.listingStats.saveIfNewer(stats.aptId, stats)
  await deps.events.publish(catalogChanged, { apartmentIds: [stats.aptId], landlordIds: [] })
}

/** Stores the review stats of a landlord, even if it does not exist yet. */
export async function updateLandlordStats(deps: UpdateStatsDeps, stats: LandlordStats): Promise<void> {
  await deps.landlordStats.saveIfNewer(stats.landlordId, stats)
  await deps.events.publish(catalogChanged, { apartmentIds: [], landlordIds: [stats.landlordId] })
}
