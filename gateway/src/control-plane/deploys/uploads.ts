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

/** The folder of published versions. Uploads are staged separately until the version is complete. */
export function createUploads(folder: string, maxBytes: number) {
  const staged = ({ app, version }: Version) => path.join(folder, UPLOADS, app, version)
  const published = ({ app, version }: Version) => path.join(folder, app, version)

  async function throwIfPublished(version: Version): Promise<void> {
    if (await exists(published(version)))
      throw new ConflictError(
        'version-published',
        `${version.app} ${version.version} is published already, and published versions are immutable: increase the version.`,
      )
  }

  return {
    /** The folder with a version's files, whether it is published or still staged. */
    async folderOf(version: Version): Promise<string> {
      return (await exists(published(version))) ? published(version) : staged(version)
    },

    isPublished: (version: Version): Promise<boolean> => exists(published(version)),

    /** @throws NotFoundError when the version is not published or has no such file */
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

    /** @throws ConflictError when the version is published already, TooLargeError when the file is larger than `maxBytes` */
    async receive(version: Version, file: string, body: Readable): Promise<DeployedFile> {
      await throwIfPublished(version)
      return { path: file, ...(await store(body, path.join(staged(version), file), maxBytes)) }
    },

    /** @throws InvalidInputError naming every file that is missing or has another hash */
    async check(version: Version, files: DeployedFile[]): Promise<void> {
      const root = await this.folderOf(version)
      const problems = (await Promise.all(files.map((file) => problemWith(root, file)))).filter(Boolean)
      if (problems.length > 0) throw new InvalidInputError('files-missing', `${problems.join('; ')}.`)
    },

    /** Makes the version's files available; nothing points to them yet. */
    async publish(version: Version): Promise<void> {
      // Touched when it is deployed again, so that a concurrent prune treats it as new.
      if (await exists(published(version))) return utimes(published(version), new Date(), new Date())
      await mkdir(path.dirname(published(version)), { recursive: true })
      await rename(staged(version), published(version))
    },

    /**
     * Removes the published versions of an app, and its unfinished uploads, that are not in use and older than `before`.
     * @returns the removed versions
     */
    async prune(app: string, inUse: ReadonlySet<string>, before: Date): Promise<string[]> {
      const removed: string[] = []
      for (const parent of [path.join(folder, app), path.join(folder, UPLOADS, app)]) {
        const names = await readdir(parent).catch(() => [])
        for (const version of names.filter((name) => !inUse.has(name))) {
          const found = await stat(path.join(parent, version)).catch(() => undefined)
          // A concurrent prune may have removed it.
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
      else
        done(new TooLargeError('file-too-large', `The file is larger than the limit of ${maxBytes} bytes.`))
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
  return isSame ? undefined : `${name} does not match its hash`
}
