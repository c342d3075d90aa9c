// Each slice that imports this file is type-checked on its own, too, without the folder of the declaration.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="./s3rver.d.ts" />
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const BUCKET = 'photos'
// The only credentials of s3rver.
const CREDENTIAL = 'S3RVER'

export interface S3Server {
  /** Settings for a service that uses the bucket. */
  settings: {
    S3_BUCKET: string
    S3_REGION: string
    S3_ENDPOINT: string
    S3_ACCESS_KEY_ID: string
    S3_SECRET_ACCESS_KEY: string
  }
  /** Also deletes the stored files. */
  close(): Promise<void>
}

/** Starts an S3-compatible server on loopback, with one empty bucket in a temporary folder. */
export async function startS3Server(): Promise<S3Server> {
  // Imported here because few suites need it.
  const { default: S3rver } = await import('s3rver')
  const directory = await mkdtemp(path.join(tmpdir(), 'offquad-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  })
  const { port } = await server.run()
  return {
    settings: {
      S3_BUCKET: BUCKET,
      S3_REGION: 'us-east-1',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: CREDENTIAL,
      S3_SECRET_ACCESS_KEY: CREDENTIAL,
    },
    async close() {
      await server.close()
      await rm(directory, { recursive: true })
    },
  }
}
