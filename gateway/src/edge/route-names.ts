import { matchedRoute } from '@offquad/service-kit'
import { type FastifyRequest } from 'fastify'
import { type LiveSite } from './pages/live-site'
import { type Services } from './services/services'

interface LivePages {
  current(): Pick<LiveSite, 'pagesOf'>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The template of the page that was matched, which need not be matched again for metrics and logs. */
    pageTemplate: string | undefined
  }
}

/** The route of a request for metrics and logs: the template of its call or page, without parameter values. */
export function createRouteNames(
  registry: LivePages,
  services: Pick<Services, 'find'>,
): (request: FastifyRequest) => string {
  return (request) => {
    const matched = matchedRoute(request)
    if (matched === '/api/*') return services.find(request.url)?.path ?? 'none'
    if (matched === '/*')
      return request.pageTemplate ?? registry.current().pagesOf({}).match(request.url).template
    return matched
  }
}
