import * as catalog from './catalog'
import * as deploys from './deploy-endpoints'
import { type Endpoint } from './endpoint'
import { type JobContract } from './jobs'
import * as jobs from './jobs'
import * as queues from './queue-endpoints'
import * as reviews from './reviews'
import { type SlotContract } from './slots'
import * as slots from './slots'
import * as telemetry from './telemetry-endpoints'
import * as users from './users'

/** The contracts of every service in this repository, by service. */
const CONTRACTS = {
  'svc-catalog': catalog,
  'svc-reviews': reviews,
  'svc-users': users,
}

const endpointsIn = (module: object): Endpoint[] =>
  Object.values(module).filter((value): value is Endpoint => typeof value === 'object' && 'path' in value)

const jobsIn = (module: object): JobContract[] =>
  Object.values(module).filter((value): value is JobContract => typeof value === 'object' && 'queue' in value)

/** Every call of the services in this repository, by service, for tests. Gateways discover calls from running services. */
export const ENDPOINTS = Object.fromEntries(
  Object.entries(CONTRACTS).map(([service, module]) => [service, endpointsIn(module)]),
) as Readonly<Record<keyof typeof CONTRACTS, Endpoint[]>>

/** Every slot by the name of its export. */
export const SLOTS: Readonly<Record<string, SlotContract>> = Object.fromEntries(
  Object.entries<object>(slots).filter(
    (entry): entry is [string, SlotContract] => typeof entry[1] === 'object',
  ),
)

/** All queues. */
export const JOBS: readonly JobContract[] = [jobs, ...Object.values(CONTRACTS)].flatMap(jobsIn)

/** The calls that the gateway serves itself. */
export const GATEWAY_ENDPOINTS = [queues, deploys, telemetry].flatMap(endpointsIn)
