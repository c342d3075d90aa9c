import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { type ImportBatch, importApartments, importReviews } from '@offquad/contracts'
import { importFiles } from './import-files'

/** Stands where the gateway stands: takes every row but those without a name, and keeps what it was sent. */
async function startPlatform() {
  const batches = new Map<string, ImportBatch>()
  const server = createServer(async (request, response) => {
    const batch = JSON.parse(await text(request)) as ImportBatch
    batches.set(request.url ?? '', batch)
    const results = batch.rows.map(({ line, value }) => ({
      line,
      outcome: value.name === '' ? 'rejected' : 'created',
    }))
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ results }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    batches,
    target: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      token: async () => 'token',
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

describe('an import of several files', () => {
  let folder: string
  let platform: Awaited<ReturnType<typeof startPlatform>>
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'offquad-import-'))
    platform = await startPlatform()
  })
  afterEach(async () => {
    await platform.close()
    await rm(folder, { recursive: true })
  })

  async function write(name: string, rows: object[]): Promise<string> {
    const file = path.join(folder, name)
    await writeFile(file, JSON.stringify(rows))
    return file
  }

  it('names the landlords and apartments of earlier files that rows refer to, so that a dry run misses none', async () => {
    const files = {
      landlords: await write('landlords.json', [
        { id: 1, name: 'Ann' },
        { id: 2, name: '' },
        { id: 3, name: 'Ben' },
      ]),
      apartments: await write('apartments.json', [
        { id: 10, name: 'Elm', landlordId: ' 1 ' },
        { id: 11, name: 'Oak', landlordId: 2 },
        { id: 12, name: 'Ash', landlordId: null },
      ]),
      reviews: await write('reviews.json', [
        { id: 'r1', aptId: 10, landlordId: 1 },
        { id: 'r2', aptId: '12', landlordId: 99 },
      ]),
    }

    await importFiles(platform.target, files, { isDryRun: true, onProgress: () => undefined })

    expect(platform.batches.get(importApartments.path)).toMatchObject({
      dryRun: true,
      alsoImported: { landlordIds: ['1'], apartments: [] },
    })
    expect(platform.batches.get(importReviews.path)?.alsoImported).toEqual({
      landlordIds: ['1'],
      apartments: [
        { id: '10', landlordId: '1' },
        { id: '12', landlordId: null },
      ],
    })
  })
})
