import {
  checkServiceVersion,
  getServiceHistory,
  getServices,
  getServiceTrial,
  noteServiceChange,
  type PublishedApp,
  type ServiceChange,
  type ServiceEntry,
  type ServiceState,
  type ServiceTrial,
} from '@offquad/contracts'
import { InvalidInputError, NotFoundError, route, UnavailableError } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { callsMissingFrom, callsOf, covers } from '../gate/served-calls'
import { type DeployTokens } from './deploy-tokens'
import { auditEntryOf, requireDeploys, requireEngineer, teamOf } from './deploys.routes'
import { type Deploys } from './open-deploys'

/** The services that a gateway forwards calls to. */
export interface ServiceDirectory {
  /**
   * Every call that would be served with another version of a service.
   * @param document its OpenAPI document
   * @returns undefined until every service has published its calls
   * @throws InvalidInputError when the document is unusable
   */
  servedCallsWith(service: string, document: unknown): ReadonlySet<string> | undefined
  /** @returns undefined when there is no such service */
  trialOf(service: string): ServiceTrial | undefined
  /** Every service, with the names of its calls. */
  list(): (Omit<ServiceState, 'calls' | 'history'> & { calls: string[] })[]
}

interface ServiceDeploysOptions {
  tokens: DeployTokens
  services: ServiceDirectory
  /** Undefined until the database has been reached. */
  deploys(): Deploys | undefined
  /** Every version that some visitors get. */
  versions(): PublishedApp[]
}

/** The calls with which teams ship their service, each with its token. */
export async function serveServiceDeploys(
  app: FastifyInstance,
  { tokens, services, deploys, versions }: ServiceDeploysOptions,
): Promise<void> {
  route(app, checkServiceVersion, ({ params: { service }, body }, { request }) => {
    tokens.require(request.headers.authorization, service, 'read')
    const served = services.servedCallsWith(service, body)
    if (!served)
      throw new UnavailableError('calls-unknown', 'Not every service has published its calls yet. Try again.')
    const missing = versions().flatMap((version) =>
      callsMissingFrom(served, version).map((call) => `${version.app} ${version.version} calls ${call}`),
    )
    if (missing.length > 0)
      throw new InvalidInputError(
        'calls-missing',
        `Without calls that the live site uses: ${missing.join('; ')}.`,
        missing.map((sentence) => ({ field: 'paths', message: `${sentence}, which it lacks` })),
      )
    return { calls: served.size }
  })

  route(app, getServiceTrial, ({ params: { service } }, { request }) => {
    tokens.require(request.headers.authorization, service, 'read')
    const trial = services.trialOf(service)
    if (!trial) throw new NotFoundError('service-not-found', `There is no service "${service}".`)
    return trial
  })

  route(app, noteServiceChange, async ({ params: { service }, body }, { request }) => {
    tokens.require(request.headers.authorization, service)
    const entry = serviceEntryOf(service, body)
    await requireDeploys(deploys()).serviceHistory.add(service, entry)
    return entry
  })

  route(app, getServiceHistory, ({ params: { service } }, { request }) => {
    tokens.require(request.headers.authorization, service, 'read')
    return requireDeploys(deploys()).serviceHistory.of(service)
  })

  route(app, getServices, async ({ caller }) => {
    requireEngineer(caller)
    const slices = versions()
    return Promise.all(
      services.list().map(async ({ calls, ...state }) => ({
        ...state,
        calls: calls.map((call) => ({ call, usedBy: callersOf(call, slices) })),
        history: (await deploys()?.serviceHistory.of(state.service)) ?? [],
      })),
    )
  })
}

export function serviceEntryOf(
  service: string,
  { action, version, before, ...authorship }: ServiceChange,
): ServiceEntry {
  const { date, ...audit } = auditEntryOf(teamOf(service), authorship)
  return { action, version, before, ...audit, date: date.toISOString() }
}

const callersOf = (served: string, slices: readonly PublishedApp[]): string[] => [
  ...new Set(
    slices.filter((slice) => callsOf(slice).some((call) => covers(served, call))).map(({ app }) => app),
  ),
]
