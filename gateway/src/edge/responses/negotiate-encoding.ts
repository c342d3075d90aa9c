import { Negotiator } from '@fastify/accept-negotiator'
import { LRUCache } from 'lru-cache'

export type Encoding = 'br' | 'gzip' | 'identity'

// Browsers send a handful of different values; parsing each once keeps it off the path of a request.
const negotiator = new Negotiator({
  supportedValues: ['br', 'gzip', 'identity'],
  cache: new LRUCache<string, string>({ max: 200 }),
})

/** The best encoding that an Accept-Encoding header allows of those we send. */
export function negotiateEncoding(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string' || header === '') return 'identity'
  return (negotiator.negotiate(header.toLowerCase()) ?? 'identity') as Encoding
}
