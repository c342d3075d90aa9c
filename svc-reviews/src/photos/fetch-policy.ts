import ipaddr from 'ipaddr.js'

/** The servers that pictures may be fetched from. Injected, so that tests can fetch from a local server. */
export interface FetchPolicy {
  /** @param address IPv4 or IPv6, as the resolver returns it */
  allowsAddress(address: string): boolean
  /** @param port of a URL, '' for its scheme's default */
  allowsPort(port: string): boolean
}

/** In a public range, but internal to Azure networks: learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16 */
const AZURE_PLATFORM = '168.63.129.16'

/** Servers on the public internet, on default ports. */
export const PUBLIC_INTERNET: FetchPolicy = { allowsAddress: isPublic, allowsPort: (port) => port === '' }

/** Whether an address is global unicast by IANA's registries of special-purpose addresses. */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast' && address !== AZURE_PLATFORM
  if (parsed.isIPv4MappedAddress()) return isPublic(parsed.toIPv4Address().toString())
  // Outside of 2000::/3 no addresses are allocated to hosts (iana.org/assignments/ipv6-address-space).
  return parsed.range() === 'unicast' && ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000
}
