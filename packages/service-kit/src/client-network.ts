import ipaddr from 'ipaddr.js'

/** How many leading bits of an IP address identify a network. */
interface PrefixLengths {
  ipv4: number
  ipv6: number
}

/** An IPv4 address is one client, or many behind NAT; an IPv6 /64 is the smallest block that a client gets (RFC 6177). */
const CLIENT: PrefixLengths = { ipv4: 32, ipv6: 64 }

/**
 * The network of an IP address: 192.0.2.7/32, 2001:db8:0:1234::/64. Limits per client apply to it, because a client with IPv6
 * can choose among as many addresses as it likes. IPv4-mapped IPv6 addresses are treated as IPv4.
 */
export function networkOf(address: string, { ipv4, ipv6 }: PrefixLengths = CLIENT): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  const [family, length] = parsed.kind() === 'ipv4' ? [ipaddr.IPv4, ipv4] : [ipaddr.IPv6, ipv6]
  const plain = ipaddr.fromByteArray(parsed.toByteArray())
  return `${family.networkAddressFromCIDR(`${plain}/${length}`)}/${length}`
}
