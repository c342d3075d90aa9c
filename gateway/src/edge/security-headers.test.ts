import { pageHeaders } from './security-headers'

const policyOf = (settings: Parameters<typeof pageHeaders>[0]): Record<string, string> =>
  Object.fromEntries(
    String(pageHeaders(settings)['content-security-policy'])
      .split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources.join(' ')]
      }),
  )

describe('the content security policy of pages', () => {
  it('allows no other host unless one is configured', () => {
    expect(Object.values(policyOf({})).join(' ')).not.toMatch(/https?:|\*/)
  })

  it.each([
    ['https://tile.openstreetmap.org/{z}/{x}/{y}.png', 'https://tile.openstreetmap.org'],
    ['https://{s}.tile.example:8443/{z}/{x}/{y}.png', 'https://*.tile.example:8443'],
    ['https://tiles-{s}.maps.example/v1/{z}/{x}/{y}{r}.png?key=a', 'https://*.maps.example'],
  ])('allows pictures from the host of the map tiles %s', (tilesUrl, host) => {
    expect(policyOf({ maps: { tilesUrl } })['img-src']).toBe(`'self' data: blob: ${host}`)
  })

  it('lists the hosts of Google Maps one by one when a key is configured', () => {
    const policy = policyOf({ maps: { googleMapsApiKey: 'key' } })

    expect(policy['img-src']).toBe("'self' data: blob: https://maps.googleapis.com https://maps.gstatic.com")
    expect(Object.values(policy).join(' ')).not.toContain('*')
  })
})
