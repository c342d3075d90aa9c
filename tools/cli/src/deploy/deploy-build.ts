import { type DeployState, deployVersion } from '@offquad/contracts'
import { type Build } from '../build/describe-build'
import { author, currentCommit } from './authorship'
import { type Gateway, GatewayError } from './gateway'
import { type DeployOptions } from './options'
import { upload, uploadFiles } from './upload'

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
