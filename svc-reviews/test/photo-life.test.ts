import {
  createReview,
  editReview,
  getReview,
  getReviews,
  getReviewSummary,
  pathOf,
  photoIdOf,
  photoUrl,
} from '@offquad/contracts'
import { removeUnusedPhotos } from '../src/photos/remove-unused-photos.job'
import { png } from './pictures'
import { form, row, startReviews, type TestReviews, type Who } from './start-reviews'

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)

let service: TestReviews
beforeAll(async () => {
  service = await startReviews()
})
afterAll(() => service.close())

const statusOf = async (url: string) => (await fetch(service.url + url)).status

async function uploaded(who: Who = 'author'): Promise<string> {
  const { body } = await service.upload(who, await png())
  return body.url
}

describe('a photo of a review', () => {
  it('is shown until the review is deleted', async () => {
    const url = await uploaded()
    const id = await service.write('author', { photos: [url] })
    await service.changeStatus(id, 'APPROVED', { who: 'admin' })
    expect(await statusOf(url)).toBe(200)

    await service.changeStatus(id, 'DELETED', { who: 'author' })

    expect(await statusOf(url)).toBe(404)
    expect(await statusOf(photoUrl(url, 'card'))).toBe(404)
  })

  it('must be uploaded by its author, in a new review and in an edited one', async () => {
    const id = await service.write('author')
    const otherUser = await uploaded('student')
    const unknown = `/api/photos/${'0'.repeat(32)}`
    const elsewhere = 'https://pictures.example/a.jpg'

    for (const path of [pathOf(createReview), pathOf(editReview, { id })])
      for (const url of [otherUser, unknown, elsewhere]) {
        const { status, body } = await service.call(path, 'author', { ...form, photos: [url] })
        expect([url, status]).toEqual([url, 400])
        expect(body.errors).toEqual([
          { field: 'photos', message: 'This photo cannot be used. Please upload it again.' },
        ])
      }
  })

  it('may have an absolute URL, of which the path is stored', async () => {
    const url = await uploaded()

    const id = await service.write('author', { photos: [`https://offquad.example${url}`] })

    expect((await service.call(pathOf(getReview, { id }), 'author')).body.photos).toEqual([url])
  })

  it('stays when the review is edited, and is removed a day after it was left out', async () => {
    const [kept, dropped] = [await uploaded(), await uploaded()]
    const id = await service.write('author', { photos: [kept, dropped] })
    const edited = await service.call(pathOf(editReview, { id }), 'author', { ...form, photos: [kept] })

    await removeUnusedPhotos({ ...service.context, now: () => inDays(2) })

    expect(edited.body.photos).toEqual([kept])
    expect([await statusOf(kept), await statusOf(dropped)]).toEqual([200, 404])
  })
})

describe('a picture on another server', () => {
  it('stays stored with the imported review, and is hidden from everyone', async () => {
    const elsewhere = 'https://pictures.example/a.jpg'
    const rows = [row('kept', { aptId: 'far', photos: [elsewhere, '/media/hall.webp'] })]
    rows.push(row('none', { aptId: 'far', photos: [elsewhere, '//pictures.example/b.jpg'] }))

    const outcomes = await service.importRows(rows)

    expect(outcomes.map(({ note }) => note)).toEqual([
      '1 of photos not shown: not uploaded here',
      '1 of photos left out: not a link; 1 of photos not shown: not uploaded here',
    ])
    expect((await service.importRows(rows)).map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged'])
    for (const who of ['nobody', 'admin'] as const) {
      const { body } = await service.call(`${pathOf(getReviews)}?aptId=far&withPhotos=true`, who)
      expect(body).toMatchObject({ total: 1, items: [{ photos: ['/media/hall.webp'] }] })
    }
    const { body } = await service.call(`${pathOf(getReviewSummary)}?aptId=far`)
    expect(body).toMatchObject({ withPhotos: 1 })
  })
})

describe('an unused photo', () => {
  const filesOf = async (url: string) =>
    service.context.connection
      .collection('photoFiles.files')
      .countDocuments({ filename: { $regex: `^${photoIdOf(url)}` } })

  it('is removed after a day, with its files', async () => {
    const url = await uploaded()

    await removeUnusedPhotos({ ...service.context, now: () => inDays(0.9) })
    expect([await statusOf(url), await filesOf(url)]).toEqual([200, 3])

    await removeUnusedPhotos({ ...service.context, now: () => inDays(1.1) })
    expect([await statusOf(url), await filesOf(url)]).toEqual([404, 0])
    expect((await service.call(pathOf(createReview), 'author', { ...form, photos: [url] })).status).toBe(400)
  })

  it('is removed by the next run when the first was interrupted', async () => {
    const url = await uploaded()
    const storage = { remove: () => Promise.reject(new Error('storage is away')) }

    await expect(removeUnusedPhotos({ ...service.context, storage, now: () => inDays(2) })).rejects.toThrow(
      'away',
    )
    expect([await statusOf(url), await filesOf(url)]).toEqual([404, 3])

    await removeUnusedPhotos({ ...service.context, now: () => inDays(2) })
    expect(await filesOf(url)).toBe(0)
  })

  it('is not one that another service has attached, until it detaches it, in whatever order the messages arrive', async () => {
    const { photos } = service.context
    const [kept, late, foreign] = [await uploaded(), await uploaded(), await uploaded('student')]
    const attachment = (...urls: string[]) => ({
      photoIds: urls.map((url) => photoIdOf(url) ?? ''),
      userId: 'ann',
      owner: 'pending-building/1',
    })
    await photos.attach(attachment(kept, foreign))
    await photos.detach(attachment(late))
    await photos.attach(attachment(late))

    expect(await statusOf(late)).toBe(404)
    await removeUnusedPhotos({ ...service.context, now: () => inDays(2) })
    expect([await statusOf(kept), await statusOf(foreign)]).toEqual([200, 404])

    await photos.detach(attachment(kept))
    expect(await statusOf(kept)).toBe(404)
  })
})
