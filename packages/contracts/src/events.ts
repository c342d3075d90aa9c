import { type Static, type TSchema, Type } from 'typebox'
import { COMMUTE_MODES, Degrees } from './catalog/commutes'
import { ReviewStats } from './reviews/stats'
import { Revocation } from './revocations'
import { Id } from './shapes'

/** A message to every running instance. The subscriber's periodic refresh makes up for missed messages. */
export interface EventContract<Payload extends TSchema = TSchema> {
  topic: string
  payload: Payload
  /** Version of the payload, sent with every event. Raise it when subscribers of the previous version would misread it. */
  version: number
}
export type EventOf<E> = E extends EventContract<infer P> ? Static<P> : never

const event = <P extends TSchema>(topic: string, payload: P, version = 1): EventContract<P> => ({
  topic,
  payload,
  version,
})

/** svc-catalog to its instances: reload these apartments and landlords. */
export const catalogChanged = event(
  'catalog.changed',
  Type.Object({ apartmentIds: Type.Array(Id), landlordIds: Type.Array(Id) }),
)

/** svc-catalog to its instances: stored review stats. */
export const reviewStatsChanged = event('catalog.review-stats-changed', ReviewStats)

/** svc-catalog to its instances: a router has returned commutes to this place. */
export const commutesRouted = event(
  'catalog.commutes-routed',
  Type.Object({ ...Degrees, mode: Type.Enum([...COMMUTE_MODES]) }),
)

/** A service to the gateways: cached responses that depend on these resources are out of date; absent: all of the service. */
export const responsesInvalidated = event(
  'answers.changed',
  Type.Object({ service: Type.String(), resources: Type.Optional(Type.Array(Type.String())) }),
)

/** svc-reviews to its instances: reviews were added, removed or changed their status. */
export const waitingReviewsChanged = event('waiting-reviews.changed', Type.Object({}))

/** svc-users to its instances: a list has changed, or is deleted. */
export const listChanged = event(
  'list.changed',
  Type.Object({
    listId: Id,
    version: Type.Integer(),
    changesMembers: Type.Boolean({ description: 'Who reads it may not be a member any more' }),
  }),
)

/** A gateway to the other gateways: the live versions have changed. */
export const registryChanged = event('registry.changed', Type.Object({}))

/** svc-users to every process: access tokens of a user were revoked. */
export const tokensRevoked = event('tokens.revoked', Revocation)
