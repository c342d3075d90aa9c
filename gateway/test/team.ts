import { createHash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { type DeployedFile, type DeployState, REMOTE_MANIFEST } from '@offquad/contracts'
import { makeLive } from '@offquad/releases/testing'
import { testSettings } from '@offquad/service-kit/testing'
import { type GatewayConfig } from '../src/config'
import { type GatewayUnderTest, startGateway } from './gateway-under-test'
import { MANIFEST, publishSite, REGISTRY, SHELL_MANIFEST as BARE_SHELL_MANIFEST } from './published-site'

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
const [, BROWSE] = REGISTRY.apps
export const remote = BROWSE?.remote

export const TOKENS = {
  'mfe-browse': 'the browse team',
  'mfe-reviews': 'the reviews team',
  shell: 'the shell team',
}
type App = keyof typeof TOKENS
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
export const READING_TOKEN = 'a dashboard'
export const DEPLOY_TOKENS = [...Object.entries(TOKENS), ['*', READING_TOKEN] as const]
  .map(([app, token]) => `${app}=${sha256(token)}`)
  .join(',')

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

/** The files of a build as the deploy call lists them. */
export const listed = (files: Record<string, string | Buffer>): DeployedFile[] =>
  Object.entries(files).map(([path, content]) => ({
    path,
    bytes: Buffer.byteLength(content),
    sha384: createHash('sha384').update(content).digest('base64'),
  }))

export const JSON_BODY = { 'content-type': 'application/json' }

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

  const as = (token: string, more?: Record<string, string>) => ({
    headers: { authorization: `Bearer ${token}`, ...more },
  })

  async function upload(version: string, files: Record<string, string | Buffer>, app: App = 'mfe-browse') {
    for (const [path, body] of Object.entries(files)) {
      const url = `/api/deploys/${app}/${version}/file?path=${encodeURIComponent(path)}`
      const type = { 'content-type': 'application/octet-stream' }
      const response = await gateway.send(url, { method: 'PUT', body, ...as(TOKENS[app], type) })
      if (response.status !== 200) return response
    }
    return undefined
  }
  async function deployAs(app: App, version: string, body: object = {}, files = built()) {
    await upload(version, files, app)
    return gateway.send(`/api/deploys/${app}/${version}`, {
      method: 'POST',
      body: JSON.stringify({ files: listed(files), ...body }),
      ...as(TOKENS[app], JSON_BODY),
    })
  }
  const deploy = (version: string, more: object = {}, files = built()) =>
    deployAs('mfe-browse', version, { remote, ...more }, files)
  const act = (
    action: string,
    { app = 'mfe-browse', token, body }: { app?: App; token?: string; body?: object } = {},
  ) =>
    gateway.send(`/api/deploys/${app}/${action}`, {
      method: 'POST',
      ...as(token ?? TOKENS[app], body && JSON_BODY),
      ...(body && { body: JSON.stringify(body) }),
    })
  const stateOf = async (app: App = 'mfe-browse') => {
    const response = await gateway.send(`/api/deploys/${app}`, as(TOKENS[app]))
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
    as,
    upload,
    deploy,
    deployAs,
    act,
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
