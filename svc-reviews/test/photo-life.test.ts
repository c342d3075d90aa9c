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
import { createPhotoAddresses } from '../src/photos/photo-addresses'
import { forgetUser } from '../src/forget-user.job'
import { png } from './pictures'
import { form, row, startReviews, type TestReviews, type Who } from './start-reviews'

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)

let service: TestReviews
beforeAll(async () => {
  service = await startReviews()
})
afterAll(() => service.close())

const EVERYONE = ['nobody', 'student', 'author', 'admin'] as const

async function get(url: string, who: Who = 'nobody') {
  const token = service.tokenOf(who)
  return fetch(service.url + url, { headers: token ? { authorization: `Bearer ${token}` } : {} })
}
const statusOf = async (url: string, who?: Who) => (await get(url, who)).status

async function cachingOf(url: string) {
  const { status, headers } = await get(url)
  return [status, headers.get('cache-control')]
}

async function uploaded(who: Who = 'author'): Promise<string> {
  const { body } = await service.upload(who, await png())
  return body.url
}

describe('a photo of a review', () => {
  it('is shown until the review is deleted, and no cache shows it longer', async () => {
    const url = await uploaded()
    const id = await service.write('author', { photos: [url] })
    await service.changeStatus(id, 'APPROVED', { who: 'admin' })
    expect(await cachingOf(url)).toEqual([200, 'public, no-cache'])

    await service.changeStatus(id, 'DELETED', { who: 'author' })

    for (const who of EVERYONE) {
      expect(await statusOf(url, who)).toBe(404)
      expect(await statusOf(photoUrl(url, 'card'), who)).toBe(404)
    }
    expect((await service.call(pathOf(getReview, { id }), 'author')).body.photos).toEqual([])
    expect((await service.call(pathOf(createReview), 'author', { ...form, photos: [url] })).status).toBe(400)
  })

  it('is for its author and administrators while the review waits and when it is declined', async () => {
    const url = await uploaded()
    const id = await service.write('author', { photos: [url] })
    const expectHidden = async () => {
      const seen = await Promise.all(EVERYONE.map((who) => statusOf(photoUrl(url, 'page'), who)))
      expect(seen).toEqual([404, 404, 200, 200])
      for (const who of ['author', 'admin'] as const) {
        const [address = ''] = (await service.call(pathOf(getReview, { id }), who)).body.photos
        expect(address).toMatch(/^\/api\/photos\/[0-9a-f]{32}\?key=/)
        expect(photoIdOf(address)).toBe(photoIdOf(url))
        expect(await cachingOf(photoUrl(address, 'card'))).toEqual([200, 'private, no-store'])
        expect(await statusOf(address)).toBe(200)
        const key = address.split('=')[1]
        for (const forged of [
          `${url}?key=${key}x`,
          `${url}?key=zzzzzzzzz.${key?.split('.')[1]}`,
          `${url}?key=a.b.c`,
        ])
          expect(await statusOf(forged)).toBe(404)
      }
    }
    await expectHidden()
    await service.changeStatus(id, 'DECLINED', { who: 'admin' })
    await expectHidden()

    await service.changeStatus(id, 'APPROVED', { who: 'admin' })
    expect((await service.call(pathOf(getReview, { id }), 'author')).body.photos).toEqual([url])
    const edited = await service.call(pathOf(editReview, { id }), 'author', { ...form, photos: [url] })
    expect(edited.status).toBe(201)
    expect(await statusOf(url)).toBe(404)
    expect(await statusOf(edited.body.photos[0])).toBe(200)
  })

  it('has addresses that expire within an hour', () => {
    let now = new Date('2026-11-25T10:00:00Z')
    const addresses = createPhotoAddresses({ secret: 's', now: () => now })
    const id = 'a'.repeat(32)
    const key = addresses.addressOf(`/api/photos/${id}`, { isPrivate: true }).split('=')[1] ?? ''

    const isValid = () => addresses.isKeyOf(id, key)
    expect(isValid()).toBe(true)
    expect(addresses.isKeyOf('b'.repeat(32), key)).toBe(false)
    now = new Date('2026-11-25T10:59:59Z')
    expect(isValid()).toBe(true)
    now = new Date('2026-11-25T11:00:00Z')
    expect(isValid()).toBe(false)
  })

  it('has an absolute address where the site has one with https, which may be sent back', async () => {
    const secure = await startReviews({ PUBLIC_URL: 'https://offquad.example' })
    const { body } = await secure.upload('author', await png())
    const id = await secure.write('author', { photos: [body.url] })
    const { photos } = (await secure.call(pathOf(getReview, { id }), 'author')).body
    const edited = await secure.call(pathOf(editReview, { id }), 'author', { ...form, photos })
    await secure.changeStatus(id, 'APPROVED', { who: 'admin' })
    const shown = (await secure.call(pathOf(getReview, { id }))).body.photos
    await secure.close()

    expect(body.url).toMatch(/^https:\/\/offquad\.example\/api\/photos\/[0-9a-f]{32}$/)
    expect(photos).toEqual([expect.stringMatching(`^${body.url}\\?key=`)])
    expect([edited.status, edited.body.photos]).toEqual([201, photos])
    expect(shown).toEqual([body.url])
    expect(photoUrl(shown[0], 'card')).toBe(`/api/photos/${body.url.slice(-32)}/card`)
  })

  it('belongs to one review', async () => {
    const url = await uploaded()
    await service.write('author', { photos: [url] })

    expect((await service.call(pathOf(createReview), 'author', { ...form, photos: [url] })).status).toBe(400)
  })

  it('is one photo, if a form names it several times', async () => {
    const url = await uploaded()
    const id = await service.write('author', { photos: [url, url, url] })

    expect((await service.call(pathOf(getReview, { id }), 'author')).body.photos).toHaveLength(1)
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

  it('is a draft again where the review or the edit was refused', async () => {
    const url = await uploaded()
    const id = await service.write('author')
    const { version } = (await service.call(pathOf(getReview, { id }), 'author')).body
    await service.call(pathOf(editReview, { id }), 'author', { ...form, price: 1 })

    const edited = await service.call(pathOf(editReview, { id }), 'author', {
      ...form,
      photos: [url],
      version,
    })
    const written = await service.call(pathOf(createReview), 'author', {
      ...form,
      suggestionId: 'of-another',
      photos: [url],
    })

    expect([edited.status, written.status, await statusOf(url)]).toEqual([409, 404, 200])
  })

  it('stays when the review is edited, and is gone once it is left out', async () => {
    const [kept, dropped] = [await uploaded(), await uploaded()]
    const id = await service.write('author', { photos: [kept, dropped] })
    const [address] = (await service.call(pathOf(getReview, { id }), 'author')).body.photos.slice(-1)
    expect(await statusOf(address)).toBe(200)

    const edited = await service.call(pathOf(editReview, { id }), 'author', { ...form, photos: [kept] })

    expect(edited.body.photos).toEqual([expect.stringContaining(kept)])
    for (const url of [dropped, address]) expect(await statusOf(url, 'author')).toBe(404)
    await removeUnusedPhotos({ ...service.context, now: () => inDays(2) })
    expect([await statusOf(kept, 'author'), await statusOf(dropped, 'author')]).toEqual([200, 404])
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
    expect(await Promise.all(EVERYONE.map((who) => statusOf(kept, who)))).toEqual([404, 404, 200, 200])
    expect(await statusOf(foreign)).toBe(404)

    await photos.detach(attachment(kept))
    expect(await statusOf(kept, 'admin')).toBe(404)
  })

  it('is shown with an apartment once an administrator gives it one', async () => {
    const { photos } = service.context
    const url = await uploaded()
    const photoIds = [photoIdOf(url) ?? '']
    await photos.attach({ photoIds, userId: 'ann', owner: 'pending-building/2' })
    expect(await statusOf(url)).toBe(404)

    await photos.attach({ photoIds, owner: 'apartment/1' })

    expect(await statusOf(url)).toBe(200)
  })
})

describe('a photo that an apartment shows again', () => {
  const [shown, hidden, again] = ['01', '02', '03'].map((day) => ({
    changedAt: `2026-11-${day}T10:00:00.000Z`,
  }))

  it.each([
    ['in order', ['attach', shown], ['detach', hidden], ['attach', again], 200],
    ['with the removal last', ['attach', shown], ['attach', again], ['detach', hidden], 200],
    ['with the last one first', ['attach', again], ['detach', hidden], ['attach', shown], 200],
    ['of which the last removes it', ['detach', again], ['attach', shown], ['attach', hidden], 404],
    ['after one of an older version', ['attach', {}], ['detach', {}], ['attach', again], 200],
  ] as const)('is shown: messages %s', async (_order, first, second, third, expected) => {
    const url = await uploaded()
    for (const [message, date] of [first, second, third, third])
      await service.context.photos[message]({
        photoIds: [photoIdOf(url) ?? ''],
        owner: 'apartment/again',
        ...date,
      })

    expect(await statusOf(url)).toBe(expected)
  })
})

describe('a photo that an administrator moves from one apartment to another', () => {
  it('stays while it belongs to neither, and is removed a day later if it still does', async () => {
    const url = await uploaded()
    const photoIds = [photoIdOf(url) ?? '']
    const { photos } = service.context
    const at = (days: number) => inDays(days).toISOString()
    const removeAfter = (days: number) => removeUnusedPhotos({ ...service.context, now: () => inDays(days) })
    await photos.attach({ photoIds, owner: 'apartment/left', changedAt: at(0) })
    await photos.detach({ photoIds, owner: 'apartment/left', changedAt: at(3) })

    await removeAfter(3.1)
    await photos.attach({ photoIds, owner: 'apartment/entered', changedAt: at(3.2) })
    expect(await statusOf(url)).toBe(200)

    await photos.detach({ photoIds, owner: 'apartment/entered', changedAt: at(4) })
    await removeAfter(5.1)
    expect(await photos.find(photoIds[0] ?? '')).toBeUndefined()
  })
})

describe('the photos of a deleted account', () => {
  async function usedPhotos(number: number) {
    const who = `user-${number}` as const
    const [draft, ofReview, ofSubmission, ofApartment] = [
      await uploaded(who),
      await uploaded(who),
      await uploaded(who),
      await uploaded(who),
    ]
    const id = await service.write(who, { photos: [ofReview] })
    await service.changeStatus(id, 'APPROVED', { who: 'admin' })
    const owner = `pending-building/of-${who}`
    const idsOf = (...urls: string[]) => urls.map((url) => photoIdOf(url) ?? '')
    await service.context.photos.attach({ photoIds: idsOf(ofSubmission, ofApartment), userId: who, owner })
    await service.context.photos.attach({ photoIds: idsOf(ofApartment), owner: 'apartment/2' })
    return { who, owner, all: [draft, ofReview, ofSubmission, ofApartment], ofSubmission }
  }

  it.each([
    [1, 'remove', [404, 404, 404, 200]],
    [2, 'anonymise', [404, 200, 404, 200]],
  ] as const)('of user %i are gone at once: %s', async (number, reviews, expected) => {
    const { who, owner, all, ofSubmission } = await usedPhotos(number)

    await forgetUser(service.context, { userId: who, reviews })

    expect(await Promise.all(all.map((url) => statusOf(url)))).toEqual(expected)
    // A message that arrives late.
    await service.context.photos.attach({ photoIds: [photoIdOf(ofSubmission) ?? ''], userId: who, owner })
    expect(await statusOf(ofSubmission, 'admin')).toBe(404)
    const documents = service.context.connection.collection('photos')
    expect(await documents.countDocuments({ userId: who })).toBe(0)
  })
})
