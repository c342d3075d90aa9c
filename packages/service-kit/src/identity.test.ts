import { networkOf } from './identity'

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7/32'],
    ['::ffff:192.0.2.7', '192.0.2.7/32'],
    ['::FFFF:c000:0207', '192.0.2.7/32'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7/32'],
    ['2001:db8:0:1234:5:6:7:8', '2001:db8:0:1234::/64'],
    ['2001:0DB8:0:0:1234::1', '2001:db8::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['::1', '::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['not an address', 'not an address'],
  ])('maps %s to the network %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it.each([
    ['192.0.2.7', '192.0.2.0/24'],
    ['::ffff:192.0.2.7', '192.0.2.0/24'],
    ['2001:db8:0:12ff::1', '2001:db8:0:1200::/56'],
  ])('maps %s to the wider network %s when the prefixes are shorter', (address, network) => {
    expect(networkOf(address, { ipv4: 24, ipv6: 56 })).toBe(network)
  })
})
