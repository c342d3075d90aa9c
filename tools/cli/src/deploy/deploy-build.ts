import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type DeployedFile, type DeployState, deployVersion, uploadDeployedFile } from '@offquad/contracts'
import { type Build, isBuilderNote, isSourceMap } from '../build/describe-build'
import { sayStep } from '../terminal'
import { author, currentCommit } from './authorship'
import { type Gateway, GatewayError } from './gateway'
import { type DeployOptions } from './options'

/** Uploads a build, unless the gateway has its files, and makes it live. @throws GatewayError with the gateway's reasons */
export async function deployBuild(
  gateway: Gateway,
  build: Build,
  options: Partial<DeployOptions>,
): Promise<DeployState> {
  const { app, version, remote, uses, calls } = build.published
  const files = await upload(gateway, build)
  const body = {
    files,
    remote,
    uses,
    calls,
    canary: options.canary,
    steps: options.steps,
    preview: options.isPreview || undefined,
    previewWith: options.previewWith,
    again: options.isAgain || undefined,
    replaceCanary: options.replacesCanary || undefined,
    reason: options.reason,
    by: await author(),
    commit: await currentCommit(),
  }
  const send = () => gateway.send<DeployState>(deployVersion, { params: { app, version }, body })
  return send().catch(async (error: unknown) => {
    if (!(error instanceof GatewayError && error.code === 'files-missing')) throw error
    await uploadFiles(gateway, build, files)
    return send()
  })
}

const UPLOADS_AT_ONCE = 4

/** Uploads the files of a build, unless the gateway has them, and describes them. */
async function upload(gateway: Gateway, build: Build): Promise<DeployedFile[]> {
  const { published, dist } = build
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
  await uploadFiles(gateway, build, files)
  return files
}

/** Uploads files of a build; those that the gateway has stay as they are. */
async function uploadFiles(
  gateway: Gateway,
  { published: { app, version }, dist }: Build,
  files: DeployedFile[],
): Promise<void> {
  const queue = [...files]
  const worker = async () => {
    for (let file = queue.shift(); file; file = queue.shift()) {
      const query = { path: file.path }
      const content = await readFile(path.join(dist, file.path))
      await gateway
        .send(uploadDeployedFile, { params: { app, version }, query, file: content })
        .catch((error: unknown) => {
          if (!(error instanceof GatewayError && error.code === 'version-published')) throw error
        })
    }
  }
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, worker))
  sayStep(`uploaded ${files.length} files of ${app} ${version}`)
}

async function describeFile(dist: string, name: string): Promise<DeployedFile> {
  const content = await readFile(path.join(dist, name))
  return { path: name, bytes: content.length, sha384: createHash('sha384').update(content).digest('base64') }
}
