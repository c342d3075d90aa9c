import { Negotiator } from '@fastify/accept-negotiator'

export type Encoding = 'br' | 'gzip' | 'identity'

const negotiator = new Negotiator({ supportedValues: ['br', 'gzip', 'identity'] })

/** The preferred encoding of an Accept-Encoding header among those that we send. */
export function negotiateEncoding(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string' || header === '') return 'identity'
  return (negotiator.negotiate(header.toLowerCase()) ?? 'identity') as Encoding
}
