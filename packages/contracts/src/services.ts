import * as buses from './catalog/bus-endpoints'
import * as changeLog from './catalog/change-log-endpoints'
import * as commutes from './catalog/commute-endpoints'
import * as editing from './catalog/editing-endpoints'
import * as catalog from './catalog/endpoints'
import * as guides from './catalog/guide-endpoints'
import * as linkPreviews from './catalog/link-preview-endpoints'
import * as listingPictures from './catalog/listing-picture-endpoints'
import * as reportedRents from './catalog/reported-rent-endpoints'
import * as placement from './catalog/placement-endpoints'
import * as reviews from './reviews/endpoints'
import * as reviewLists from './reviews/list-endpoints'
import * as moderation from './reviews/moderation-endpoints'
import * as account from './users/account-endpoints'
import * as alerts from './users/alert-endpoints'
import * as contact from './users/contact-endpoints'
import * as users from './users/endpoints'
import * as people from './users/people-endpoints'
import * as places from './users/place-endpoints'
import * as waitingSignIns from './users/waiting-sign-in-endpoints'
import * as saved from './users/saved-endpoints'
import * as shortlists from './users/shortlist-endpoints'
import { type Endpoint } from './endpoint'
import { type JobContract } from './jobs'
import { type SlotContract } from './slots'
import * as deploys from './deploy-endpoints'
import * as jobs from './jobs'
import * as queues from './queue-endpoints'
import * as slots from './slots'
import * as telemetry from './telemetry-endpoints'

/** The contracts of every service in this repository, by service. */
const CONTRACTS = {
  'svc-catalog': [
    catalog,
    buses,
    commutes,
    editing,
    guides,
    linkPreviews,
    listingPictures,
    placement,
    changeLog,
    reportedRents,
  ],
  'svc-reviews': [reviews, reviewLists, moderation],
  'svc-users': [users, places, saved, shortlists, alerts, contact, account, people, waitingSignIns],
}

const endpointsIn = (module: object): Endpoint[] =>
  Object.values(module).filter((value): value is Endpoint => typeof value === 'object' && 'path' in value)

const jobsIn = (module: object): JobContract[] =>
  Object.values(module).filter((value): value is JobContract => typeof value === 'object' && 'queue' in value)

/** Every call of the services in this repository, by service, for tests. Gateways discover calls from running services. */
export const ENDPOINTS = Object.fromEntries(
  Object.entries(CONTRACTS).map(([service, modules]) => [service, modules.flatMap(endpointsIn)]),
) as Readonly<Record<keyof typeof CONTRACTS, Endpoint[]>>

/** Every slot by the name of its export. */
export const SLOTS: Readonly<Record<string, SlotContract>> = Object.fromEntries(
  Object.entries<object>(slots).filter(
    (entry): entry is [string, SlotContract] => typeof entry[1] === 'object',
  ),
)

/** All queues. */
export const JOBS: readonly JobContract[] = [jobs, ...Object.values(CONTRACTS).flat()].flatMap(jobsIn)

/** The calls that the gateway serves itself. */
export const GATEWAY_ENDPOINTS = [queues, deploys, telemetry].flatMap(endpointsIn)
