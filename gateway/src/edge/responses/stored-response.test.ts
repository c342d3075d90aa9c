import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createByteBoundedCache } from './byte-bounded-cache'
import { storeCompressed, type Variant } from './stored-response'

const body = Buffer.from('<p>Some text of a listing</p>'.repeat(5_000))
const content = { status: 200, contentType: 'text/html; charset=utf-8', body }

describe('a response that is stored compressed', () => {
  it.each([
    ['kept', 1024 * 1024],
    ['made anew each time', 1024],
  ])('has the same bytes in every encoding, when others than brotli are %s', async (_what, bytes) => {
    const response = storeCompressed(content, {}, createByteBoundedCache<Variant>(bytes))

    for (let count = 0; count < 2; count += 1) {
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
    }
  })

  it('is not held uncompressed', async () => {
    const recent = createByteBoundedCache<Variant>(1024)
    const response = storeCompressed(content, {}, recent)

    expect((await response.variant('br')).body.length).toBeLessThan(body.length / 4)
    expect(recent.bytes).toBe(0)
  })
})

const headerOf = ({ headers }: Variant, name: string): string | undefined =>
  headers[headers.indexOf(name) + 1]
