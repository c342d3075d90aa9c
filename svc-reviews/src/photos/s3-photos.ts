import { fileNameOf, fileNamesOf, type PhotoStorage } from './photo-storage'

export interface S3Settings {
  S3_BUCKET: string
  S3_REGION: string
  S3_ENDPOINT?: string
  S3_ACCESS_KEY_ID?: string
  S3_SECRET_ACCESS_KEY?: string
}

/** Photos in an S3 bucket or an S3-compatible storage. Without keys, the credentials of the environment are used. */
export async function openS3Photos(settings: S3Settings): Promise<PhotoStorage> {
  // Loaded on demand: it is larger than the rest of the service.
  const { DeleteObjectsCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } =
    await import('@aws-sdk/client-s3')
  const { S3_BUCKET: Bucket, S3_REGION: region, S3_ENDPOINT: endpoint } = settings
  const client = new S3Client({
    region,
    ...credentialsOf(settings),
    // Storages other than Amazon's have no DNS names for buckets.
    ...(endpoint && { endpoint, forcePathStyle: true }),
  })
  return {
    async store(id, size, bytes, format = 'webp') {
      const Key = fileNameOf(id, size, format)
      await client.send(new PutObjectCommand({ Bucket, Key, Body: bytes, ContentType: `image/${format}` }))
    },
    async load(id, size, format) {
      try {
        const Key = fileNameOf(id, size, format)
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
        return Body && Buffer.from(await Body.transformToByteArray())
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw error
      }
    },
    async remove(id) {
      const Objects = fileNamesOf(id).map((Key) => ({ Key }))
      await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
    },
  }
}

function credentialsOf({ S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: S3Settings) {
  if (!S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return {}
  return { credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY } }
}
