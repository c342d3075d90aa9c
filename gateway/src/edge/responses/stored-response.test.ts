import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { storeResponse, negotiateEncoding } from './stored-response'

const body = Buffer.from('<p>Some text of a listing</p>'.repeat(5_000))

describe('a stored response', () => {
  it('has the same bytes in every encoding', async () => {
    const { encoded } = storeResponse({ status: 200, contentType: 'text/html; charset=utf-8', body })

    expect(brotliDecompressSync(await encoded('br')).equals(body)).toBe(true)
    expect(gunzipSync(await encoded('gzip')).equals(body)).toBe(true)
    expect(await encoded('identity')).toBe(body)
  })
})

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
