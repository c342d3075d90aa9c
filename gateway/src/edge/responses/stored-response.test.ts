import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { storeResponse, type Variant, negotiateEncoding } from './stored-response'

const body = Buffer.from('<p>Some text of a listing</p>'.repeat(5_000))

describe('a stored response', () => {
  it('has the same bytes in every encoding', async () => {
    const response = storeResponse({ status: 200, contentType: 'text/html; charset=utf-8', body }, {})

    const [br, gzip, identity] = [
      await response.variant('br'),
      await response.variant('gzip'),
      await response.variant('identity'),
    ]
    expect(brotliDecompressSync(br.body).equals(body)).toBe(true)
    expect(gunzipSync(gzip.body).equals(body)).toBe(true)
    expect(identity.body.equals(body)).toBe(true)
    expect(headerOf(br, 'content-encoding')).toBe('br')
    expect(headerOf(identity, 'content-length')).toBe(String(body.length))
    expect([br, gzip, identity].map((variant) => headerOf(variant, 'etag'))).toEqual(
      Array(3).fill(`W/${response.tag}`),
    )
  })
})

const headerOf = ({ headers }: Variant, name: string): string | undefined =>
  headers[headers.indexOf(name) + 1]

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
