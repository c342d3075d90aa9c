import * as buses from './catalog/bus-endpoints'
import * as changeLog from './catalog/change-log-endpoints'
import * as commutes from './catalog/commute-endpoints'
import * as editing from './catalog/editing-endpoints'
import * as catalog from './catalog/endpoints'
import * as linkPreviews from './catalog/link-preview-endpoints'
import * as listingPictures from './catalog/listing-picture-endpoints'
import * as reportedRents from './catalog/reported-rent-endpoints'
import * as placement from './catalog/placement-endpoints'
import * as reviews from './reviews/endpoints'
import * as reviewLists from './reviews/list-endpoints'
import * as moderation from './reviews/moderation-endpoints'
import * as account from './users/account-endpoints'
import * as contact from './users/contact-endpoints'
import * as users from './users/endpoints'
import * as people from './users/people-endpoints'
import * as places from './users/place-endpoints'
import * as waitingSignIns from './users/waiting-sign-in-endpoints'
import * as saved from './users/saved-endpoints'
import { type Endpoint } from './endpoint'
import * as deploys from './deploy-endpoints'
import * as queues from './queue-endpoints'
import * as telemetry from './telemetry-endpoints'

const endpointsIn = (module: object): Endpoint[] =>
  Object.values(module).filter((value): value is Endpoint => typeof value === 'object' && 'path' in value)

/** Every call of the services in this repository, by service, for tests. Gateways discover calls from running services. */
export const ENDPOINTS = {
  'svc-catalog': [
    catalog,
    buses,
    commutes,
    editing,
    linkPreviews,
    listingPictures,
    placement,
    changeLog,
    reportedRents,
  ].flatMap(endpointsIn),
  'svc-reviews': [reviews, reviewLists, moderation].flatMap(endpointsIn),
  'svc-users': [users, places, saved, contact, account, people, waitingSignIns].flatMap(endpointsIn),
} as const

/** The calls that the gateway serves itself. */
export const GATEWAY_ENDPOINTS = [queues, deploys, telemetry].flatMap(endpointsIn)
