import { findAddress } from '@offquad/contracts'
import { NotFoundError, route, UnavailableError } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { geocodableAddress } from '../postal-address'
import { type ProviderBudgetsRepository } from '../provider-budgets.repository'
import { ProviderError } from '../provider-request'
import { boundsOf, type GeocodingDeps } from './geocode-apartment.job'
import { type Candidate } from './geocoder'
import { isWithin } from './judge-candidates'

interface FindAddressDeps extends Pick<
  GeocodingDeps,
  'geocoder' | 'geocodes' | 'pauses' | 'university' | 'now'
> {
  budgets: ProviderBudgetsRepository
  config: { GEOCODER_ADDRESSES_PER_DAY: number; GEOCODER_PER_SECOND: number }
}

const MOST = 5

/** Looks up the address of a student's destination. */
export function registerFindAddress(app: FastifyInstance, deps: FindAddressDeps): void {
  route(app, findAddress, async ({ body: { address } }) => {
    const candidates = await findCandidates(deps, geocodableAddress(address, deps.university.locality))
    return {
      items: candidates
        .filter((candidate) => isWithin(boundsOf(deps.university), candidate))
        .slice(0, MOST)
        .map(({ label, latitude, longitude }) => ({ label, latitude, longitude })),
    }
  })
}

/**
 * @throws NotFoundError without a geocoder, as a retry would not help; UnavailableError while it is paused, and after the
 * day's budget is spent
 */
async function findCandidates(deps: FindAddressDeps, address: string): Promise<Candidate[]> {
  const { geocoder, geocodes, pauses, university, now } = deps
  if (!geocoder)
    throw new NotFoundError(
      'no-geocoder',
      'This site does not look up addresses. Choose a building or a point on the map instead.',
    )
  const cached = await geocodes.find(geocoder.id, address)
  if (cached) return cached
  if (await pauses.find('geocoding', geocoder, now())) throw unavailable()
  if (!(await mayLookUp(deps))) throw unavailable()
  try {
    const candidates = await geocoder.find(address, boundsOf(university))
    await pauses.clear('geocoding')
    await geocodes.save(geocoder.id, address, candidates)
    return candidates
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.failure === 'rejected') return []
    await pauses.pause('geocoding', geocoder, { error, now: now() })
    throw unavailable()
  }
}

async function mayLookUp({ budgets, config, now }: FindAddressDeps): Promise<boolean> {
  const perSecond = Math.max(1, Math.floor(config.GEOCODER_PER_SECOND))
  const second = { name: 'addresses-now', most: perSecond, per: 'second' } as const
  const day = { name: 'addresses', most: config.GEOCODER_ADDRESSES_PER_DAY, per: 'day' } as const
  return (await budgets.spend(second, 1, now())) && budgets.spend(day, 1, now())
}

const unavailable = () =>
  new UnavailableError(
    'addresses-unavailable',
    'Addresses cannot be looked up right now. Choose a building or a point on the map instead.',
  )
