import { catalogChanged } from '@offquad/contracts'
import { type Events } from '@offquad/service-kit'
import { type LandlordStats, type ListingStats } from '../entities'
import { type StatsRepository } from './stats.repository'

interface UpdateStatsDeps {
  listingStats: Pick<StatsRepository<ListingStats>, 'saveIfNewer'>
  landlordStats: Pick<StatsRepository<LandlordStats>, 'saveIfNewer'>
  events: Pick<Events, 'publish'>
}

/** Keeps what the reviews of an apartment say now, also of one that will be imported later. */
export async function updateListingStats(deps: UpdateStatsDeps, stats: ListingStats): Promise<void> {
  await deps.listingStats.saveIfNewer(stats.aptId, stats)
  await deps.events.publish(catalogChanged, { apartmentIds: [stats.aptId], landlordIds: [] })
}

/** Keeps what the reviews of a landlord say now, also of one that will be imported later. */
export async function updateLandlordStats(deps: UpdateStatsDeps, stats: LandlordStats): Promise<void> {
  await deps.landlordStats.saveIfNewer(stats.landlordId, stats)
  await deps.events.publish(catalogChanged, { apartmentIds: [], landlordIds: [stats.landlordId] })
}
