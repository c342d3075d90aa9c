import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { DEPLOYED_FILE_MAX_BYTES, type DeployedFile, REMOTE_MANIFEST } from '@offquad/contracts'
import { ConflictError, InvalidInputError, NotFoundError, TooLargeError } from '@offquad/service-kit'
import { exists } from '../site/exists'

interface Version {
  app: string
  version: string
}

/** A file as it was uploaded. */
export type UploadedFile = Pick<DeployedFile, 'path' | 'bytes'>

/** Limit for all versions of a slice together, including uploads that were not deployed. */
interface Quota {
  files: number
  bytes: number
}

/** Some hundred versions. */
const QUOTA: Quota = { files: 20_000, bytes: 1_000_000_000 }

const UPLOADS = '.uploads'
const HASH = 'sha384'
/** Other processes add files as well. */
const USAGE_IS_KNOWN_MS = 10_000
const COMPRESSED = /\.(br|gz)$/
/** In the folder of a published version: its files as they were published. Uploaded files do not begin with a dot. */
const PUBLISHED_FILES = '.files.json'
/** Files that the gateway keeps in memory for pages. */
const READ_FOR_PAGES = [REMOTE_MANIFEST, 'index.html']
const MAX_READ_FOR_PAGES_BYTES = 200_000
/** Smaller scripts do not gain from compression. */
const MAX_PLAIN_SCRIPT_BYTES = 10_000

/** The folder of published versions. Uploads are staged separately until the version is complete. */
export function createUploads(folder: string, maxBytes = DEPLOYED_FILE_MAX_BYTES, quota = QUOTA) {
  const staged = ({ app, version }: Version) => path.join(folder, UPLOADS, app, version)
  const published = ({ app, version }: Version) => path.join(folder, app, version)
  const usages = new Map<string, Quota & { at: number }>()

  async function throwIfPublished(version: Version, file: string): Promise<void> {
    if (await exists(path.join(published(version), file)))
      throw new ConflictError(
        'version-published',
        `${file} of ${version.app} ${version.version} is published already, and published versions are immutable: increase the version.`,
      )
  }

  async function usageOf(app: string): Promise<Quota> {
    const cached = usages.get(app)
    if (cached && Date.now() - cached.at < USAGE_IS_KNOWN_MS) return cached
    const files = [
      ...(await filesIn(path.join(folder, app))),
      ...(await filesIn(path.join(folder, UPLOADS, app))),
    ]
    const usage = { files: files.length, bytes: totalBytes(files), at: Date.now() }
    usages.set(app, usage)
    return usage
  }

  /** Removes the versions in a folder that are not in use and older than `before`. @returns their names */
  async function removeOld(parent: string, inUse: ReadonlySet<string>, before: Date): Promise<string[]> {
    const removed: string[] = []
    const names = await readdir(parent).catch(() => [])
    for (const version of names.filter((name) => !inUse.has(name))) {
      const folder = await stat(path.join(parent, version)).catch(() => undefined)
      // A concurrent prune may have removed it.
      if (!folder || folder.mtime >= before) continue
      await rm(path.join(parent, version), { recursive: true, force: true })
      removed.push(version)
    }
    return removed
  }

  return {
    /** The folder with a version's files, whether it is published or still staged. */
    async folderOf(version: Version): Promise<string> {
      return (await exists(published(version))) ? published(version) : staged(version)
    },

    /** The files of a published version. */
    filesOf: (version: Version): Promise<UploadedFile[]> => filesIn(published(version)),

    /** @throws NotFoundError when the version is not published or has no such file */
    async open(version: Version, file: string): Promise<Readable> {
      const target = path.join(published(version), file)
      const isFile = await stat(target).then(
        (entry) => entry.isFile(),
        () => false,
      )
      if (!isFile)
        throw new NotFoundError(
          'file-not-found',
          `${version.app} ${version.version} has no file ${file}, or is not published.`,
        )
      return createReadStream(target)
    },

    /**
     * @throws ConflictError when the file is published already, TooLargeError when the file or the slice is too large,
     * InvalidInputError when the file system refuses the name
     */
    async receive(version: Version, file: string, body: Readable): Promise<DeployedFile> {
      const { app } = version
      await throwIfPublished(version, file)
      const usage = await usageOf(app)
      if (usage.files >= quota.files || usage.bytes >= quota.bytes)
        throw new TooLargeError(
          'slice-too-large',
          `The versions of ${app} take ${usage.files} files and ${usage.bytes} bytes; the limits are ${quota.files} and ${quota.bytes}. Remove what nothing leads to: npm run prune -w ${app}`,
        )
      const stored = await store(body, path.join(staged(version), file), maxBytes).catch((error: unknown) => {
        if (!NAME_ERRORS.has((error as NodeJS.ErrnoException).code ?? '')) throw error
        throw new InvalidInputError(
          'not-a-file-name',
          `There can be no file of this name in this version: ${file}`,
        )
      })
      usage.files += 1
      usage.bytes += stored.bytes
      return { path: file, ...stored }
    },

    /**
     * @returns every file of the version, with its actual size
     * @throws InvalidInputError naming every file that is missing, has another hash or is not what its name says
     */
    async check(version: Version, files: DeployedFile[]): Promise<UploadedFile[]> {
      const root = await this.folderOf(version)
      const uploaded = await filesIn(root)
      const sizes = new Map(uploaded.map((file) => [file.path, file.bytes]))
      const problems: (string | undefined)[] = []
      // One after the other: all of them at once would not fit into memory.
      for (const file of files) problems.push(await problemWith(root, file))
      throwIfAny(problems)
      for (const { path: name, bytes } of uploaded)
        if (COMPRESSED.test(name)) problems.push(await problemWithCompressed(root, name))
        else if (READ_FOR_PAGES.includes(name) && bytes > MAX_READ_FOR_PAGES_BYTES)
          problems.push(`${name} has ${bytes} bytes, over the limit of ${MAX_READ_FOR_PAGES_BYTES}`)
        else if (name.endsWith('.js') && bytes > MAX_PLAIN_SCRIPT_BYTES && !sizes.has(`${name}.br`))
          problems.push(`${name} was uploaded without its compressed form ${name}.br`)
      throwIfAny(problems)
      return uploaded
    },

    /** Adds uploaded files that a published version has lost, and no others. @returns whether any, or all, were not there */
    async restore(version: Version, files: DeployedFile[]): Promise<boolean> {
      if (!(await exists(published(version)))) return true
      const hashes = await readPublishedFiles(published(version))
      let isRestored = false
      for (const file of files) {
        if (hashes && hashes.get(file.path) !== file.sha384) continue
        const target = path.join(published(version), file.path)
        if ((await exists(target)) || (await problemWith(staged(version), file))) continue
        await mkdir(path.dirname(target), { recursive: true })
        await rename(path.join(staged(version), file.path), target)
        isRestored = true
      }
      return isRestored
    },

    /**
     * Makes the version's files available; nothing points to them yet.
     * @throws InvalidInputError when an upload has replaced a file since it was checked, ConflictError while another request
     * publishes the version
     */
    async publish(version: Version, files: DeployedFile[]): Promise<void> {
      // Touched when it is deployed again, so that a concurrent prune treats it as new.
      if (await exists(published(version))) return utimes(published(version), new Date(), new Date())
      await mkdir(path.dirname(published(version)), { recursive: true })
      // Out of reach of uploads.
      const sealed = path.join(folder, UPLOADS, version.app, `.${randomUUID()}`)
      try {
        await rename(staged(version), sealed)
        await keepOnly(sealed, files)
        await rename(sealed, published(version))
      } catch (error) {
        await rm(sealed, { recursive: true, force: true })
        // Another gateway was faster.
        if (await exists(published(version))) return
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
        throw new ConflictError(
          'deploy-under-way',
          `Another request is publishing ${version.app} ${version.version}: try again in a moment.`,
        )
      }
    },

    /** Names of the apps that have uploads which were not deployed. */
    appsWithUploads: (): Promise<string[]> => readdir(path.join(folder, UPLOADS)).catch(() => []),

    /**
     * Removes what is older than `before`: uploads of an app that were not deployed, and versions that are not in use.
     * @param inUse absent: all its versions are
     * @returns the removed versions
     */
    async prune(app: string, before: Date, inUse?: ReadonlySet<string>): Promise<string[]> {
      usages.delete(app)
      const staged = await removeOld(path.join(folder, UPLOADS, app), new Set(), before)
      return inUse ? [...staged, ...(await removeOld(path.join(folder, app), inUse, before))] : staged
    },
  }
}
export type Uploads = ReturnType<typeof createUploads>

function throwIfAny(results: (string | undefined)[]): void {
  const problems = results.filter((problem) => problem !== undefined)
  if (problems.length > 0) throw new InvalidInputError('files-missing', `${problems.join('; ')}.`)
}

/** Removes all other files, checks these, and lists them beside. @throws InvalidInputError when one is not as listed */
async function keepOnly(root: string, files: DeployedFile[]): Promise<void> {
  const hashes = new Map(files.map((file) => [file.path, file.sha384]))
  for (const { path: name } of await filesIn(root)) if (!hashes.has(name)) await rm(path.join(root, name))
  const problems: (string | undefined)[] = []
  for (const file of files) problems.push(await problemWith(root, file))
  throwIfAny(problems)
  await writeFile(path.join(root, PUBLISHED_FILES), JSON.stringify([...hashes]))
}

const totalBytes = (files: UploadedFile[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0)

/** Hashes of the files by path; undefined when the gateway that published them stored none. */
async function readPublishedFiles(folder: string): Promise<Map<string, string> | undefined> {
  const text = await readFile(path.join(folder, PUBLISHED_FILES), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : new Map(JSON.parse(text) as [string, string][])
}

/** All uploaded files below a folder, by their path in it. */
async function filesIn(root: string): Promise<UploadedFile[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  const files: UploadedFile[] = []
  for (const entry of entries.filter((item) => item.isFile() && !item.name.startsWith('.'))) {
    const file = path.join(entry.parentPath, entry.name)
    // It may be renamed or removed meanwhile.
    const stats = await stat(file).catch(() => undefined)
    if (stats) files.push({ path: path.relative(root, file), bytes: stats.size })
  }
  return files
}

/** Error codes of the file system for a name that is too long, or that is both a folder and a file. */
const NAME_ERRORS = new Set(['ENAMETOOLONG', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ENOTEMPTY', 'EINVAL'])

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
  // A unique name, because two requests may upload the same file at once; names of uploaded files never begin with a dot.
  const partial = path.join(path.dirname(target), `.${randomUUID()}`)
  // Opened before anything can fail: a stream that opens it later may create it after it was removed.
  const file = await open(partial, 'wx')
  try {
    await pipeline(body, count, file.createWriteStream())
    await rename(partial, target)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  return { sha384: hash.digest('base64'), bytes }
}

async function problemWith(root: string, { path: name, sha384 }: DeployedFile): Promise<string | undefined> {
  const content = await readFile(path.join(root, name)).catch(() => undefined)
  if (!content) return `${name} was not uploaded`
  const isSame = createHash(HASH).update(content).digest('base64') === sha384
  return isSame ? undefined : `${name} does not match its hash`
}

/** Browsers get the compressed form, and all checks read the plain one. */
async function problemWithCompressed(root: string, name: string): Promise<string | undefined> {
  const original = name.replace(COMPRESSED, '')
  const plain = await readFile(path.join(root, original)).catch(() => undefined)
  if (!plain) return `${name} was uploaded without ${original}`
  const decompress = name.endsWith('.br') ? promisify(brotliDecompress) : promisify(gunzip)
  const content = await readFile(path.join(root, name))
  const unpacked = await decompress(content, { maxOutputLength: plain.length + 1 }).catch(() => undefined)
  return unpacked?.equals(plain) ? undefined : `${name} is not the compressed form of ${original}`
}
