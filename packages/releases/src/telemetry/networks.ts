import { createHmac } from 'node:crypto'
import { networkOf } from '@offquad/service-kit'

// Wide enough not to identify a household.
const PREFIX_LENGTHS = { ipv4: 24, ipv6: 56 }

// Few enough not to identify a visitor, many enough that two networks rarely share one.
const BUCKETS = 4_096

/**
 * Maps the network of an IP address to one of 4,096 buckets. A network is an IPv4 /24, or an IPv6 /56, the block that one
 * household or site gets (RFC 6177). Hashing it with the key and the version keeps the address from being recovered and a
 * visitor from being tracked across versions.
 */
export function networkBucket(address: string, key: Buffer, version: string): string {
  const digest = createHmac('sha256', key)
    .update(`${version} ${networkOf(address, PREFIX_LENGTHS)}`)
    .digest()
  return `n${(digest.readUInt16BE() % BUCKETS).toString(16)}`
}
