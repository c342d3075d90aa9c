import { Negotiator } from '@fastify/accept-negotiator'
import { LRUCache } from 'lru-cache'

export type Encoding = 'br' | 'gzip' | 'identity'

// Browsers send only a handful of different values, so each is parsed once.
const negotiator = new Negotiator({
  supportedValues: ['br', 'gzip', 'identity'],
  cache: new LRUCache<string, string>({ max: 200 }),
})

/** The preferred encoding of an Accept-Encoding header among those that we send. */
export function negotiateEncoding(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string' || header === '') return 'identity'
  return (negotiator.negotiate(header.toLowerCase()) ?? 'identity') as Encoding
}
