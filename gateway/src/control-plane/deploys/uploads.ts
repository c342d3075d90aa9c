import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type DeployedFile } from '@offquad/contracts'
import { ConflictError, InvalidInputError, NotFoundError, TooLargeError } from '@offquad/service-kit'

interface Version {
  app: string
  version: string
}

const UPLOADS = '.uploads'
const HASH = 'sha384'

/** The folder of published versions: what is uploaded waits apart until the whole version is there. */
export function createUploads(folder: string, maxBytes: number) {
  const waiting = ({ app, version }: Version) => path.join(folder, UPLOADS, app, version)
  const published = ({ app, version }: Version) => path.join(folder, app, version)

  async function throwIfPublished(version: Version): Promise<void> {
    if (await exists(published(version)))
      throw new ConflictError(
        'version-published',
        `${version.app} ${version.version} is published already, and what is published never changes: raise the version.`,
      )
  }

  return {
    /** Where a version's files can be looked at before it is published, or after. */
    async folderOf(version: Version): Promise<string> {
      return (await exists(published(version))) ? published(version) : waiting(version)
    },

    isPublished: (version: Version): Promise<boolean> => exists(published(version)),

    /** @throws NotFoundError when there is no such file of a published version */
    async open(version: Version, file: string): Promise<Readable> {
      const found = path.join(published(version), file)
      const isFile = await stat(found).then(
        (entry) => entry.isFile(),
        () => false,
      )
      if (!isFile)
        throw new NotFoundError(
          'file-not-found',
          `${version.app} ${version.version} has no file ${file}, or is not published.`,
        )
      return createReadStream(found)
    },

    /** @throws ConflictError when the version is published, TooLargeError for more than is allowed */
    async receive(version: Version, file: string, body: Readable): Promise<DeployedFile> {
      await throwIfPublished(version)
      return { path: file, ...(await store(body, path.join(waiting(version), file), maxBytes)) }
    },

    /** @throws InvalidInputError naming every file that is missing or not what it should be */
    async check(version: Version, files: DeployedFile[]): Promise<void> {
      const root = await this.folderOf(version)
      const problems = (await Promise.all(files.map((file) => problemWith(root, file)))).filter(Boolean)
      if (problems.length > 0) throw new InvalidInputError('files-missing', `${problems.join('; ')}.`)
    },

    /** Assets first, pointer last: from here on the version can be requested. */
    async publish(version: Version): Promise<void> {
      // One deployed again counts as new: a prune that has begun meanwhile leaves it.
      if (await exists(published(version))) return utimes(published(version), new Date(), new Date())
      await mkdir(path.dirname(published(version)), { recursive: true })
      await rename(waiting(version), published(version))
    },

    /**
     * Removes versions of an app that were published before then and are not among those kept, and uploads nobody has
     * finished since.
     */
    async prune(app: string, kept: ReadonlySet<string>, before: Date): Promise<string[]> {
      const removed: string[] = []
      for (const parent of [path.join(folder, app), path.join(folder, UPLOADS, app)]) {
        const names = await readdir(parent).catch(() => [])
        for (const version of names.filter((name) => !kept.has(name))) {
          const found = await stat(path.join(parent, version)).catch(() => undefined)
          // Another prune may have been faster.
          if (!found || found.mtime >= before) continue
          await rm(path.join(parent, version), { recursive: true, force: true })
          removed.push(version)
        }
      }
      return removed
    },
  }
}
export type Uploads = ReturnType<typeof createUploads>

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )

/** Writes a file under a temporary name until it is complete; returns its size and hash. */
async function store(body: Readable, target: string, maxBytes: number): Promise<Omit<DeployedFile, 'path'>> {
  await mkdir(path.dirname(target), { recursive: true })
  const hash = createHash(HASH)
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      hash.update(chunk)
      if (bytes <= maxBytes) done(null, chunk)
      else done(new TooLargeError('file-too-large', `A file may have ${maxBytes} bytes, and this has more.`))
    },
  })
  await pipeline(body, count, createWriteStream(`${target}.partial`))
  await rename(`${target}.partial`, target)
  return { sha384: hash.digest('base64'), bytes }
}

async function problemWith(root: string, { path: name, sha384 }: DeployedFile): Promise<string | undefined> {
  const content = await readFile(path.join(root, name)).catch(() => undefined)
  if (!content) return `${name} was not uploaded`
  const isSame = createHash(HASH).update(content).digest('base64') === sha384
  return isSame ? undefined : `${name} is not what was announced`
}
