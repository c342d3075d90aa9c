import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { OperationFailure } from './operation-failure'

export interface BucketSettings {
  S3_BUCKET?: string | undefined
  S3_REGION: string
  S3_ENDPOINT?: string | undefined
  S3_ACCESS_KEY_ID?: string | undefined
  S3_SECRET_ACCESS_KEY?: string | undefined
}

/** The photos of a platform that keeps them in a bucket. */
export interface BucketPhotos {
  /** Adds to a folder every object that is not in it yet; resolves with how many were added. */
  download(folder: string): Promise<number>
  upload(folder: string): Promise<number>
}

/** Loaded only where photos are in a bucket: the library is larger than everything else here. */
export async function openBucket(settings: BucketSettings): Promise<BucketPhotos | undefined> {
  const { S3_BUCKET: Bucket, S3_REGION: region, S3_ENDPOINT: endpoint } = settings
  if (!Bucket) return undefined
  const { GetObjectCommand, paginateListObjectsV2, PutObjectCommand, S3Client } =
    await import('@aws-sdk/client-s3')
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings
  const client = new S3Client({
    region,
    // Storages that are not Amazon's have no name server for buckets.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  })
  return {
    async download(folder) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      let added = 0
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket }))
        for (const { Key = '' } of Contents) {
          const file = fileOf(folder, Key)
          if (await stat(file).catch(() => undefined)) continue
          const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
          await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
          if (Body instanceof Readable) await pipeline(Body, createWriteStream(file, { mode: 0o600 }))
          added += 1
        }
      return added
    },
    async upload(folder) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
      const files = entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name))
      for (const file of files) {
        const Key = path.relative(folder, file).split(path.sep).join('/')
        const ContentType = `image/${path.extname(file) === '.avif' ? 'avif' : 'webp'}`
        const object = { Bucket, Key, Body: await readFile(file), ContentType }
        await client.send(new PutObjectCommand(object))
      }
      return files.length
    },
  }
}

function fileOf(folder: string, key: string): string {
  const file = path.resolve(folder, key)
  if (!file.startsWith(folder + path.sep))
    throw new OperationFailure(`The bucket has an object named ${key}.`)
  return file
}
