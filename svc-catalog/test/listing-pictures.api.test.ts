import { until } from '@offquad/service-kit/testing'
import {
  changeApartment,
  detachPhotos,
  exportApartments,
  exportLandlords,
  fetchListingPicture,
  listMissingListingPictures,
  type PayloadOf,
  pathOf,
  retryListingPictures,
  updateListingPicture,
} from '@offquad/contracts'
import { createLog, type Jobs, openJobs, retryOnFailover } from '@offquad/service-kit'
import { reconcileListingPictures, sweepListingPictures } from '../src/photos/listing-pictures.job'
import { apartment, startCatalog, type TestCatalog } from './start-catalog'

type Request = PayloadOf<typeof fetchListingPicture>
type Outcome = Omit<PayloadOf<typeof updateListingPicture>, keyof Request>

const SOURCE = 'https://pictures.example/house.jpg'
const OTHER_SOURCE = 'http://pictures.example/hall.jpg?token=1&alt=media'

let catalog: TestCatalog
let jobs: Jobs
/** Fetches requested from svc-reviews, which this test stands in for. */
let requests: Request[]
beforeEach(async () => {
  catalog = await startCatalog()
  jobs = openJobs(catalog.config, createLog('test', 'silent'))
  requests = []
  await jobs.registerWorker(fetchListingPicture, async (request) => void requests.push(request))
  await catalog.work()
})
afterEach(async () => {
  await jobs.close()
  await catalog.close()
})

const requestOf = (source: string) => until(() => requests.find((request) => request.source === source))
const urlOf = ({ photoId }: Request) => `/api/photos/${photoId}`

async function report(request: Request, outcome: Outcome): Promise<void> {
  await jobs.add(updateListingPicture, { ...request, ...outcome })
}

async function photosOf(id: string): Promise<string[]> {
  return (await catalog.get(`/api/apts/${id}`))[0].photos
}

const missing = async (query = '') =>
  (await catalog.call(`${pathOf(listMissingListingPictures)}${query}`, 'admin')).body

describe('pictures on other servers that an import names', () => {
  it('are fetched once and shown by their copies here; the same rows change nothing any more', async () => {
    const rows = [apartment('1', { photos: [SOURCE, '/media/a.webp'] }), apartment('2', { photos: [SOURCE] })]
    const landlords = [{ id: 'L', name: 'Ann', photos: [], profilePhoto: OTHER_SOURCE }]
    await catalog.importApartments(...rows)
    await catalog.importLandlords(...landlords)
    expect(await photosOf('1')).toEqual(['/media/a.webp'])
    expect(await catalog.get('/api/landlord/L')).not.toHaveProperty('profilePhoto')

    const [house, hall] = [await requestOf(SOURCE), await requestOf(OTHER_SOURCE)]
    await report(house, { outcome: 'stored' })
    await report(hall, { outcome: 'stored' })

    await until(async () => (await photosOf('2')).length > 0)
    await until(async () => (await catalog.get('/api/landlord/L')).profilePhoto)
    expect([await photosOf('1'), await photosOf('2')]).toEqual([
      [urlOf(house), '/media/a.webp'],
      [urlOf(house)],
    ])
    expect((await catalog.get('/api/landlord/L')).profilePhoto).toBe(urlOf(hall))
    const exported = (await catalog.call(exportApartments.path, 'admin')).body
    expect(exported[0].photos).toEqual(rows[0]?.photos)
    for (const again of [rows, exported])
      expect((await catalog.importApartments(...again)).map(({ outcome }) => outcome)).toEqual([
        'unchanged',
        'unchanged',
      ])
    const landlordRows = (await catalog.call(exportLandlords.path, 'admin')).body
    expect(await catalog.importLandlords(...landlordRows)).toMatchObject([{ outcome: 'unchanged' }])
    await sweepListingPictures(catalog.context)
    expect(requests).toHaveLength(2)
  })

  it('are shown by no instance that has not heard of the copy, and by each that has', async () => {
    const second = await catalog.startInstance()
    await catalog.importApartments(apartment('1', { photos: [SOURCE] }))
    const request = await requestOf(SOURCE)

    await report(request, { outcome: 'stored' })

    await until(async () => (await second.get('/api/apts/1'))[0]?.photos.length > 0)
    expect((await second.get('/api/apts/1'))[0].photos).toEqual([urlOf(request)])
  })

  it('are listed for administrators with the reason while they are missing, and fetched again on request', async () => {
    await catalog.importApartments(
      apartment('1', { photos: [SOURCE] }),
      apartment('2', { photos: [OTHER_SOURCE] }),
    )
    const [house, hall] = [await requestOf(SOURCE), await requestOf(OTHER_SOURCE)]

    await report(house, { outcome: 'failed', reason: 'Its server responded with 404.' })
    await report(hall, { outcome: 'unavailable', reason: 'Its server cannot be reached (ENOTFOUND).' })

    await until(async () => (await missing()).items.every(({ reason }: { reason?: string }) => reason))
    expect(await missing()).toEqual({
      items: [
        {
          source: OTHER_SOURCE,
          state: 'waiting',
          reason: 'Its server cannot be reached (ENOTFOUND).',
          nextAttemptAt: expect.any(String),
          listings: [{ label: 'APARTMENT', id: '2', name: 'House 2' }],
        },
        {
          source: SOURCE,
          state: 'failed',
          reason: 'Its server responded with 404.',
          listings: [{ label: 'APARTMENT', id: '1', name: 'House 1' }],
        },
      ],
      total: 2,
    })
    const first = await missing('?size=1')
    expect([first.items.length, (await missing(`?cursor=${first.next}`)).items[0].source]).toEqual([
      1,
      SOURCE,
    ])
    expect((await catalog.call(pathOf(listMissingListingPictures), 'student')).status).toBe(403)
    const { body } = await catalog.call(pathOf(retryListingPictures), 'admin', { sources: [SOURCE] })
    expect(body).toEqual({ queued: 1 })
    await until(() => requests.filter(({ photoId }) => photoId === house.photoId).length === 2)
    expect(await photosOf('1')).toEqual([])
  })

  it('stay as the rows have them when an administrator changes the others', async () => {
    const later = 'https://pictures.example/later.jpg'
    const dead = 'https://pictures.example/dead.jpg'
    await catalog.importApartments(apartment('1', { photos: [SOURCE, later, dead] }))
    const house = await requestOf(SOURCE)
    await report(house, { outcome: 'stored' })
    await report(await requestOf(dead), { outcome: 'failed', reason: 'Its server responded with 404.' })
    await until(async () => (await photosOf('1')).length === 1)
    await until(async () =>
      (await missing()).items.some(({ state }: { state: string }) => state === 'failed'),
    )
    const upload = `/api/photos/${'b'.repeat(32)}`

    const { body } = await catalog.send('PUT', pathOf(changeApartment, { id: '1' }), {
      who: 'admin',
      body: { photos: [upload, urlOf(house)] },
    })

    expect(body.photos).toEqual([upload, urlOf(house)])
    const [row] = (await catalog.call(exportApartments.path, 'admin')).body
    expect(row.photos).toEqual([upload, SOURCE, later])
  })

  it('are given up when no listing names them any more', async () => {
    const shown = OTHER_SOURCE.replace('http', 'HTTP')
    const detached: string[] = []
    await jobs.registerWorker(detachPhotos, async ({ photoIds }) => void detached.push(...photoIds))
    await catalog.importApartments(apartment('1', { photos: [SOURCE, shown] }))
    const house = await requestOf(SOURCE)
    await report(house, { outcome: 'stored' })
    await until(async () => (await photosOf('1')).length > 0)
    await catalog.importApartments(apartment('1', { photos: [shown] }))
    const pictures = catalog.context.connection.collection('listing_pictures')

    await retryOnFailover(() => pictures.updateMany({}, { $set: { registeredAt: new Date(0) } }))
    await reconcileListingPictures(catalog.context)

    await until(() => detached.length > 0)
    expect(detached).toEqual([house.photoId])
    expect((await pictures.find().toArray()).map(({ _id }) => String(_id))).toEqual([shown])
  })

  it('are kept when a listing names them again while unused ones are looked for', async () => {
    const rows = [apartment('1', { photos: [SOURCE] })]
    await catalog.importApartments(...rows)
    await report(await requestOf(SOURCE), { outcome: 'stored' })
    const pictures = catalog.context.connection.collection('listing_pictures')
    await until(() => pictures.findOne({ state: 'stored' }))
    await catalog.importApartments(apartment('1', { photos: [] }))
    await retryOnFailover(() => pictures.updateMany({}, { $set: { registeredAt: new Date(0) } }))
    const { apartments } = catalog.context
    const addBulk = jest.fn()

    await reconcileListingPictures({
      ...catalog.context,
      jobs: { addBulk },
      apartments: {
        ...apartments,
        async listSources() {
          const sources = await apartments.listSources()
          await catalog.importApartments(...rows)
          return sources
        },
      },
    })

    expect(await photosOf('1')).toHaveLength(1)
    expect(addBulk.mock.calls.flatMap(([, payloads]) => payloads)).toEqual([])
  })
})
