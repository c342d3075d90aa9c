import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { withoutUnusableMap } from '../src/edge/map-tiles.routes'
import { type GatewayUnderTest, startGateway } from './gateway-under-test'

const TILES = '/tiles/basemap.pmtiles'

/** The start of a PMTiles file of version 3 with vector tiles (byte 99 is the type of its tiles), and some bytes. */
function pmtiles(content: string, { version = 3, tileType = 1 } = {}): Buffer {
  const header = Buffer.alloc(127)
  header.write('PMTiles', 'latin1')
  header[7] = version
  header[99] = tileType
  return Buffer.concat([header, Buffer.from(content)])
}

describe('vector tiles in one file', () => {
  let folder: string
  let file: string
  let gateway: GatewayUnderTest
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'map-tiles-'))
    file = path.join(folder, 'town.pmtiles')
    await writeFile(file, pmtiles('0123456789'))
    gateway = await startGateway({}, { settings: { MAP_PMTILES: file } })
  })
  afterAll(async () => {
    await gateway.close()
    await rm(folder, { recursive: true })
  })

  const read = (headers: Record<string, string> = {}, method = 'GET') =>
    gateway.send(TILES, { method, headers })

  it('are served by range requests', async () => {
    const { status, headers, text } = await read({ range: 'bytes=127-130' })

    expect([status, text]).toEqual([206, '0123'])
    expect(headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-range': 'bytes 127-130/137',
      'content-length': '4',
      'content-type': 'application/vnd.pmtiles',
    })
    expect((await read({ range: 'bytes=-2' })).text).toBe('89')
    expect((await read({ range: 'bytes=135-' })).text).toBe('89')
    expect((await read({ range: 'bytes=130-9999' })).headers['content-range']).toBe('bytes 130-136/137')
  })

  it('are sent whole without a range, and without a body for HEAD', async () => {
    const whole = await read()
    expect([whole.status, whole.body.length, whole.headers['content-length']]).toEqual([200, 137, '137'])

    const head = await read({}, 'HEAD')
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, '137'])
  })

  it('report their size when a range is beyond their end', async () => {
    const { status, headers } = await read({ range: 'bytes=500-600' })

    expect([status, headers['content-range']]).toEqual([416, 'bytes */137'])
  })

  it('have a strong entity tag for range requests and revalidation', async () => {
    const { headers } = await read()
    const etag = String(headers.etag)
    expect(etag).toMatch(/^"[^"]+"$/)
    expect(headers['cache-control']).toBe('public, max-age=86400')

    expect((await read({ 'if-none-match': etag })).status).toBe(304)
    expect((await read({ 'if-none-match': `"other", W/${etag}` })).status).toBe(304)
    expect((await read({ 'if-none-match': '"other"' })).status).toBe(200)
    expect((await read({ range: 'bytes=127-130', 'if-range': etag })).status).toBe(206)
    // The file has changed, so the response is all of it.
    expect((await read({ range: 'bytes=127-130', 'if-range': '"other"' })).status).toBe(200)
    expect((await read({ range: 'bytes=127-130', 'if-range': `W/${etag}` })).status).toBe(200)
  })

  it('have a different tag once the file is replaced', async () => {
    const { headers } = await read()
    await writeFile(file, pmtiles('another town'))

    const replaced = await read({ range: 'bytes=127-' })

    expect(replaced.text).toBe('another town')
    expect(replaced.headers.etag).not.toBe(headers.etag)
  })

  it('do not reveal where the file is', async () => {
    for (const { headers, text } of [
      await read({ range: 'bytes=127-130' }),
      await gateway.send('/tiles/town.pmtiles'),
    ])
      expect(JSON.stringify(headers) + text).not.toContain(folder)
    expect((await gateway.send('/tiles/../map-tiles.test.ts')).status).toBe(404)
  })

  it('are announced to pages, whose policy allows them from this site only', async () => {
    const { headers, text } = await gateway.send('/')

    expect(text).toContain(`"vectorTilesUrl":"${TILES}"`)
    expect(headers['content-security-policy']).toMatch(/connect-src 'self';/)
  })
})

describe('vector tiles at another site', () => {
  it('are read there directly by browsers', async () => {
    const address = 'https://tiles.example.edu/town.pmtiles'
    const gateway = await startGateway({}, { settings: { MAP_PMTILES: address } })

    const { headers, text } = await gateway.send('/')

    expect(text).toContain(`"vectorTilesUrl":"${address}"`)
    expect(headers['content-security-policy']).toMatch(/connect-src 'self' https:\/\/tiles\.example\.edu;/)
    expect((await gateway.send(TILES)).status).toBe(404)
    await gateway.close()
  })
})

describe('MAP_PMTILES', () => {
  it('is left out of pages when the file is missing, and the gateway starts', async () => {
    const gateway = await startGateway({}, { settings: { MAP_PMTILES: '/nowhere/town.pmtiles' } })

    const page = await gateway.send('/')
    expect(page.status).toBe(200)
    expect(page.text).not.toContain('vectorTilesUrl')
    expect((await gateway.send(TILES)).status).toBe(404)
    await gateway.close()
  })

  it.each([
    ['is missing', undefined, /ENOENT/],
    ['has another format', 'SQLite format 3', /not a PMTiles file of version 3/],
    ['has an older version', pmtiles('', { version: 2 }), /not a PMTiles file of version 3/],
    ['contains pictures', pmtiles('', { tileType: 2 }), /not vector tiles/],
  ])('is logged with the reason when the file %s', async (_what, content, reason) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'map-tiles-'))
    const file = path.join(folder, 'town.pmtiles')
    if (content) await writeFile(file, content)
    const logged: object[] = []

    const config = await withoutUnusableMap(
      { MAP_PMTILES: file },
      { error: (fields: object) => logged.push(fields) },
    )

    expect([config, logged]).toEqual([
      {},
      [{ file, err: expect.objectContaining({ message: expect.stringMatching(reason) }) }],
    ])
    await rm(folder, { recursive: true })
  })
})
