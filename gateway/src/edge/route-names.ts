import { matchedRoute } from '@offquad/service-kit'
import { type FastifyRequest } from 'fastify'
import { type LivePages } from './pages/live-pages'
import { type Services } from './services/services'

declare module 'fastify' {
  interface FastifyRequest {
    /** The template of the page that was matched, which need not be matched again for metrics and logs. */
    pageTemplate: string | undefined
  }
}

/** The route of a request for metrics and logs: the template of its call or page, without parameter values. */
export function createRouteNames(
  pages: LivePages,
  services: Pick<Services, 'find'>,
): (request: FastifyRequest) => string {
  return (request) => {
    const matched = matchedRoute(request)
    if (matched === '/api/*') return services.find(request.url)?.path ?? 'none'
    if (matched === '/*') return request.pageTemplate ?? pages.routerFor().match(request.url).template
    return matched
  }
}
