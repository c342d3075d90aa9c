import { createHmac } from 'node:crypto'
import { networkOf } from '../../client-network'

// Wide enough that they name no household.
const PREFIX_LENGTHS = { ipv4: 24, ipv6: 56 }

// Few enough that none of them names anybody, many enough that two visitors rarely share one.
const BUCKETS = 4_096

/**
 * Which of 4,096 buckets the network of an address falls into: an IPv4 /24, or an IPv6 /56, which is what one household
 * or one site is given (RFC 6177). It is hashed with the key and the version it is counted for, so that neither the address
 * can be found from it nor a visitor be followed from one version to the next.
 */
export function networkBucket(address: string, key: Buffer, version: string): string {
  const digest = createHmac('sha256', key)
    .update(`${version} ${networkOf(address, PREFIX_LENGTHS)}`)
    .digest()
  return `n${(digest.readUInt16BE() % BUCKETS).toString(16)}`
}
