import { negotiateEncoding } from './negotiate-encoding'

describe('negotiateEncoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip;q=1.0', 'gzip'],
    ['br; q=0.000', 'identity'],
    ['brotli, x-gzip', 'identity'],
    ['identity', 'identity'],
  ])('maps the header "%s" to %s', (header, encoding) => {
    expect(negotiateEncoding(header)).toBe(encoding)
    expect(negotiateEncoding(header)).toBe(encoding)
  })
})
