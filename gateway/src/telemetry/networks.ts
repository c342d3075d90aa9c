import { createHmac } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'

// Few enough that none of them names anybody, many enough that two visitors rarely share one.
const BUCKETS = 4_096

/**
 * Which of 4,096 buckets the network of an address falls into: an IPv4 /24, or an IPv6 /56, which is what one household
 * or one site is given (RFC 6177). It is hashed with the key and the version it is counted for, so that neither the address
 * can be found from it nor a visitor be followed from one version to the next.
 */
export function networkBucket(address: string, key: Buffer, version: string): string {
  const digest = createHmac('sha256', key)
    .update(`${version} ${networkOf(address)}`)
    .digest()
  return `n${(digest.readUInt16BE() % BUCKETS).toString(16)}`
}

/** 192.0.2 of 192.0.2.7, 2001:db8:0:12 of 2001:db8:0:1234::1. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
  if (isIPv4(mapped)) return mapped.split('.').slice(0, 3).join('.')
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address
  const [head = '', tail] = plain.split('::')
  const groupsOf = (part: string) => (part ? part.split(':') : [])
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')]
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after]
  const [first = 0, second = 0, third = 0, fourth = 0] = groups.map((group) => parseInt(group, 16))
  return [first, second, third, fourth >> 8].map((group) => group.toString(16)).join(':')
}
