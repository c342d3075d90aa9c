import { createHash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import {
  type DeployedFile,
  type DeployState,
  type PublishedApp,
  REMOTE_MANIFEST,
  type RemoteDescriptor,
} from '@offquad/contracts'
import { makeLive } from '@offquad/releases/testing'
import { testSettings } from '@offquad/service-kit/testing'
import { type GatewayConfig } from '../src/config'
import { type GatewayUnderTest, startGateway } from './gateway-under-test'
import {
  INDEX_HTML,
  MANIFEST,
  publishSite,
  REGISTRY,
  SHELL_MANIFEST as BARE_SHELL_MANIFEST,
} from './published-site'

/** An entry in a manifest's list of shared packages. */
export const shared = (
  name: string,
  versions: { version?: string; requiredVersion?: string },
  copies: string[] = [],
) => ({
  name,
  version: '19.3.1',
  requiredVersion: '^19.3.0',
  ...versions,
  assets: { js: { sync: copies, async: [] }, css: { sync: [], async: [] } },
})
export const SHELL_MANIFEST = { ...BARE_SHELL_MANIFEST, shared: [shared('react', {})] }
const [, BROWSE, REVIEWS] = REGISTRY.apps as [PublishedApp, PublishedApp, PublishedApp]
export const remote = BROWSE.remote as RemoteDescriptor
export const reviewsRemote = REVIEWS.remote as RemoteDescriptor

export const TOKENS = {
  'mfe-browse': 'the browse team',
  'mfe-reviews': 'the reviews team',
  'mfe-new': 'the new team',
  shell: 'the shell team',
}
type App = keyof typeof TOKENS
/** The setting DEPLOY_TOKENS for these tokens by app. */
export const hashedTokens = (tokens: Record<string, string>): string =>
  Object.entries(tokens)
    .map(([app, token]) => `${app}=${createHash('sha256').update(token).digest('hex')}`)
    .join(',')

export const READING_TOKEN = 'a dashboard'
export const DEPLOY_TOKENS = hashedTokens({ ...TOKENS, '*': READING_TOKEN })

/** A stylesheet as builds confine it to what an app renders. */
export const scoped = (app: string, css = 'p{margin:0}') =>
  `@layer remotes.${app}{@scope ([data-app="${app}"]) to (:scope [data-app]){${css}}}`

/** The files of a build, by path. */
export const built = (changes: Record<string, string | Buffer> = {}): Record<string, string | Buffer> => ({
  [REMOTE_MANIFEST]: JSON.stringify({ ...MANIFEST, shared: [shared('react', {})] }),
  'remoteEntry.js': 'var mfe_browse',
  'remote.1.js': 'new',
  'remote.1.js.br': brotliCompressSync('new'),
  'remote.css': '@charset "utf-8";',
  ...changes,
})

/** The files of a build of the shell, by path. */
export const builtShell = (
  changes: Record<string, string | Buffer> = {},
): Record<string, string | Buffer> => ({
  [REMOTE_MANIFEST]: JSON.stringify(SHELL_MANIFEST),
  'index.html': INDEX_HTML,
  'main.js': 'new',
  'main.js.br': brotliCompressSync('new'),
  'platform.js': 'new',
  ...changes,
})

/** The files of a build as the deploy call lists them. */
export const listed = (files: Record<string, string | Buffer>): DeployedFile[] =>
  Object.entries(files).map(([path, content]) => ({
    path,
    bytes: Buffer.byteLength(content),
    sha384: createHash('sha384').update(content).digest('base64'),
  }))

export const JSON_BODY = { 'content-type': 'application/json' }

/** The deploy calls of teams at a gateway, each with the token of its app. */
export function deployCalls({ send }: Pick<GatewayUnderTest, 'send'>, tokens: Record<string, string>) {
  const as = (token = '', more?: Record<string, string>) => ({
    headers: { authorization: `Bearer ${token}`, ...more },
  })

  /** @returns the response to the first file that is refused */
  async function upload(version: string, files: Record<string, string | Buffer>, app = 'mfe-browse') {
    for (const [path, body] of Object.entries(files)) {
      const url = `/api/deploys/${app}/${version}/file?path=${encodeURIComponent(path)}`
      const type = { 'content-type': 'application/octet-stream' }
      const response = await send(url, { method: 'PUT', body, ...as(tokens[app], type) })
      if (response.status !== 200) return response
    }
    return undefined
  }
  const act = (
    action: string,
    { app = 'mfe-browse', token, body }: { app?: string; token?: string; body?: object } = {},
  ) =>
    send(`/api/deploys/${app}/${action}`, {
      method: 'POST',
      ...as(token ?? tokens[app], body && JSON_BODY),
      ...(body && { body: JSON.stringify(body) }),
    })
  async function deployAs(app: string, version: string, body: object = {}, files = built()) {
    await upload(version, files, app)
    return act(version, { app, body: { files: listed(files), ...body } })
  }
  return { as, upload, act, deployAs }
}

/** Starts two gateways with a shared registry, and provides the actions of a team. */
export async function startTeam(
  more: Partial<GatewayConfig> = {},
  services: Parameters<typeof startGateway>[0] = {},
) {
  const site = await publishSite()
  await site.write(`mf/shell/1.0.0/${REMOTE_MANIFEST}`, JSON.stringify(SHELL_MANIFEST))
  const settings = { ...testSettings(), DEPLOY_TOKENS, ...more }
  await makeLive(settings, REGISTRY)
  const gateway = await startGateway(services, { settings, site })
  const other = await startGateway({}, { settings, site })

  const calls = deployCalls(gateway, TOKENS)
  const deploy = (version: string, more: object = {}, files = built()) =>
    calls.deployAs('mfe-browse', version, { remote, ...more }, files)
  const stateOf = async (app: App = 'mfe-browse') => {
    const response = await gateway.send(`/api/deploys/${app}`, calls.as(TOKENS[app]))
    return JSON.parse(response.text) as DeployState & Required<Pick<DeployState, 'live'>>
  }
  const page = (at: GatewayUnderTest, cohort?: number) =>
    at.send('/', {
      headers: { accept: 'text/html', ...(cohort !== undefined && { cookie: `offquad-cohort=${cohort}` }) },
    })
  const versionFor = async (at: GatewayUnderTest, cohort?: number) =>
    /mfe-browse\/([\d.]+)\//.exec((await page(at, cohort)).text)?.[1]

  return {
    site,
    gateway,
    other,
    ...calls,
    deploy,
    stateOf,
    page,
    versionFor,
    async close() {
      await gateway.close()
      await other.close()
      await site.remove()
    },
  }
}
export type Team = Awaited<ReturnType<typeof startTeam>>
