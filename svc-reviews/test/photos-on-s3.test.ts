import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { photoIdOf, photoUrl } from '@offquad/contracts'
import S3rver from 's3rver'
import sharp from 'sharp'
import { removeUnusedPhotos } from '../src/photos/remove-unused-photos.job'
import { phonePhoto } from './pictures'
import { startReviews } from './start-reviews'

const in2Days = () => new Date(Date.now() + 2 * 86_400_000)

describe('a storage that speaks the protocol of S3', () => {
  it('keeps, gives back and removes photos as the database does', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'offquad-s3-'))
    const server = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory,
      configureBuckets: [{ name: 'photos', configs: [] }],
    })
    const { port } = await server.run()
    const onS3 = await startReviews({
      ...{ S3_BUCKET: 'photos', S3_ENDPOINT: `http://127.0.0.1:${port}` },
      ...{ S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' },
    })

    const { status, body } = await onS3.upload('author', await phonePhoto())
    expect(status).toBe(201)
    const card = await fetch(onS3.url + photoUrl(body.url, 'card'))
    expect(await sharp(Buffer.from(await card.arrayBuffer())).metadata()).toMatchObject({ width: 480 })
    expect(await onS3.context.storage.load(photoIdOf(body.url) ?? '', 'full')).toBeDefined()

    await removeUnusedPhotos(onS3.context, in2Days())
    expect(await onS3.context.storage.load(photoIdOf(body.url) ?? '', 'full')).toBeUndefined()

    await onS3.close()
    await server.close()
    await rm(directory, { recursive: true })
  })
})
