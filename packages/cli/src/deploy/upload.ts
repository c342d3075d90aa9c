import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type DeployedFile, uploadDeployedFile } from '@offquad/contracts'
import { type Build, isBuilderNote, isSourceMap } from '../build/describe-build'
import { sayStep } from '../terminal'
import { type Gateway } from './gateway'

const UPLOADS_AT_ONCE = 4

/** Uploads the files of a build, unless the gateway has them, and describes them. */
export async function upload(gateway: Gateway, { published, dist }: Build): Promise<DeployedFile[]> {
  const { app, version } = published
  const entries = await readdir(dist, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && !isBuilderNote(entry.name))
    .map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
  const files = await Promise.all(paths.map((name) => describeFile(dist, name)))
  if (await gateway.hasFilesOf(published)) {
    sayStep(`${app} ${version} is uploaded already`)
    // Source maps may differ with the contracts, although the version is the same.
    return files.filter((file) => !isSourceMap(file.path))
  }
  const queue = [...files]
  const worker = async () => {
    for (let file = queue.shift(); file; file = queue.shift()) {
      await gateway.send(uploadDeployedFile, {
        params: { app, version },
        query: { path: file.path },
        file: await readFile(path.join(dist, file.path)),
      })
    }
  }
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, worker))
  sayStep(`uploaded ${files.length} files of ${app} ${version}`)
  return files
}

async function describeFile(dist: string, name: string): Promise<DeployedFile> {
  const content = await readFile(path.join(dist, name))
  return { path: name, bytes: content.length, sha384: createHash('sha384').update(content).digest('base64') }
}
