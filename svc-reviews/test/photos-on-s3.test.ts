import { photoIdOf, photoUrl } from '@offquad/contracts'
import { startS3Server } from '@offquad/service-kit/testing'
import sharp from 'sharp'
import { removeUnusedPhotos } from '../src/photos/remove-unused-photos.job'
import { phonePhoto } from './pictures'
import { startReviews } from './start-reviews'

const in2Days = () => new Date(Date.now() + 2 * 86_400_000)

describe('an S3-compatible storage', () => {
  it('stores, returns and removes photos like the database', async () => {
    const server = await startS3Server()
    const onS3 = await startReviews(server.settings)

    const { status, body } = await onS3.upload('author', await phonePhoto())
    expect(status).toBe(201)
    const card = await fetch(onS3.url + photoUrl(body.url, 'card'))
    expect(await sharp(Buffer.from(await card.arrayBuffer())).metadata()).toMatchObject({ width: 480 })
    expect(await onS3.context.storage.load(photoIdOf(body.url) ?? '', 'full')).toBeDefined()

    await removeUnusedPhotos({ ...onS3.context, now: in2Days })
    expect(await onS3.context.storage.load(photoIdOf(body.url) ?? '', 'full')).toBeUndefined()

    await onS3.close()
    await server.close()
  })
})
