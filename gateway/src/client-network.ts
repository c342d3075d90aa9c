import ipaddr from 'ipaddr.js'

/** How many leading bits of an address name a network. */
interface PrefixLengths {
  ipv4: number
  ipv6: number
}

/** An IPv4 address is one client, or many behind it; an IPv6 /64 is the least that one client is given (RFC 6177). */
const CLIENT: PrefixLengths = { ipv4: 32, ipv6: 64 }

/**
 * The network of an IP address: 192.0.2.7/32, 2001:db8:0:1234::/64. What is counted by address is counted by it, as a client
 * with IPv6 has as many addresses as it likes. IPv6 addresses that stand for IPv4 ones are these.
 */
export function networkOf(address: string, { ipv4, ipv6 }: PrefixLengths = CLIENT): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  const length = parsed.kind() === 'ipv4' ? ipv4 : ipv6
  const bytes = parsed.toByteArray().map((byte, index) => {
    const kept = Math.min(8, Math.max(0, length - index * 8))
    return byte & (0xff << (8 - kept))
  })
  return `${ipaddr.fromByteArray(bytes)}/${length}`
}
