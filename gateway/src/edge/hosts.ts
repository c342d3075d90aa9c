import { InvalidInputError } from '@offquad/service-kit'
import { type FastifyInstance, type FastifyRequest } from 'fastify'

/** Probes address a process, not the site. */
const PROBE = /^\/(healthz|readyz)(\/|$|\?)/
/** This machine, and names inside a network of containers: no browser sends them from elsewhere. */
const INTERNAL = /^(\[::1\]|127(\.\d{1,3}){3}|[\w-]+)$/

/**
 * Rejects requests for two hosts, which proxies and caches would read differently, and for hosts other than the site's.
 * @param publicUrl absent, or on this machine: every host is the site's
 */
export function rejectOtherHosts(app: FastifyInstance, publicUrl: string | undefined): void {
  const publicHost = publicUrl && new URL(publicUrl).hostname
  const isOurs = ({ hostname, url }: FastifyRequest) =>
    hostname === publicHost || INTERNAL.test(hostname) || PROBE.test(url)
  const isKnown = !publicHost || INTERNAL.test(publicHost) ? () => true : isOurs
  app.addHook('onRequest', (request, _reply, done) => {
    if (countHosts(request.raw.rawHeaders) > 1)
      done(new InvalidInputError('two-hosts', 'The request has more than one Host header.'))
    else if (isKnown(request)) done()
    else done(new InvalidInputError('unknown-host', `This site is ${publicUrl}, not ${request.hostname}.`))
  })
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') count += 1
  return count
}
