import { matchedRoute } from '@offquad/service-kit'
import { type FastifyRequest } from 'fastify'
import { type LiveSite } from './pages/live-site'
import { type Services } from './services/services'

interface LivePages {
  current(): Pick<LiveSite, 'pagesOf'>
}

const pageTemplates = new WeakMap<FastifyRequest, string>()

/** Names the route of a page that was matched, which need not be matched again for metrics and logs. */
export const nameRoute = (request: FastifyRequest, template: string): void =>
  void pageTemplates.set(request, template)

/** The route of a request for metrics and logs: the template of its call or page, without parameter values. */
export function createRouteNames(
  registry: LivePages,
  services: Pick<Services, 'find'>,
): (request: FastifyRequest) => string {
  return (request) => {
    const matched = matchedRoute(request)
    if (matched === '/api/*') return services.find(request.url)?.path ?? 'none'
    if (matched === '/*')
      return pageTemplates.get(request) ?? registry.current().pagesOf({}).match(request.url).template
    return matched
  }
}
