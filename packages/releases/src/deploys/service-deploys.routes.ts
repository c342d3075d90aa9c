import {
  checkServiceVersion,
  getServiceTrial,
  type PublishedApp,
  type ServiceTrial,
} from '@offquad/contracts'
import { InvalidInputError, NotFoundError, route, UnavailableError } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { callsMissingFrom } from '../gate/served-calls'
import { type DeployTokens } from './deploy-tokens'

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
}

interface ServiceDeploysOptions {
  tokens: DeployTokens
  services: ServiceDirectory
  /** What any visitor gets. */
  versions(): PublishedApp[]
}

/** The calls with which teams ship their service, each with its token. */
export async function serveServiceDeploys(
  app: FastifyInstance,
  { tokens, services, versions }: ServiceDeploysOptions,
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
}
