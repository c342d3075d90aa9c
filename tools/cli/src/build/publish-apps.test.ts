import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type LiveApp, type Registry } from '@offquad/contracts'
import { type Build } from './describe-build'
import { publishApps } from './publish-apps'

let root: string
let folder: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'offquad-publish-'))
  folder = path.join(root, 'mf')
})
afterEach(() => rm(root, { recursive: true }))

async function build(app: string, version: string): Promise<Build> {
  const dist = path.join(root, 'dist', app, version)
  await mkdir(dist, { recursive: true })
  await writeFile(path.join(dist, 'main.js'), version)
  await writeFile(path.join(dist, '.build-hash'), 'of the builder')
  return { dist, published: published(app, version) }
}

const published = (app: string, version: string): LiveApp => ({
  app,
  version,
  baseUrl: `/mf/${app}/${version}/`,
})

const registry = async () =>
  JSON.parse(await readFile(path.join(folder, 'registry.json'), 'utf8')) as Registry

/** What a gateway writes after a deploy. */
async function deployed(apps: LiveApp[]): Promise<void> {
  for (const { app, version } of apps) await mkdir(path.join(folder, app, version), { recursive: true })
  await writeFile(path.join(folder, 'registry.json'), JSON.stringify({ apps, writtenBy: 'gateway' }))
}

describe('publishing what was built beside a gateway', () => {
  it('publishes every app on the first start', async () => {
    const builds = [await build('shell', '1.0.0'), await build('mfe-browse', '1.0.0')]

    const publication = await publishApps(builds, folder)

    expect(publication.unpublished).toEqual([])
    expect(await registry()).toEqual({
      apps: [published('shell', '1.0.0'), published('mfe-browse', '1.0.0')],
      writtenBy: 'build',
    })
    expect(await readdir(path.join(folder, 'shell/1.0.0'))).toEqual(['main.js'])
  })

  it('leaves a deployed version live, and reports the build that differs from it', async () => {
    await deployed([published('shell', '1.0.0'), published('mfe-browse', '2.0.0')])
    const before = await registry()

    const publication = await publishApps(
      [await build('shell', '1.0.0'), await build('mfe-browse', '1.0.0')],
      folder,
    )

    expect(publication.unpublished).toEqual([{ app: 'mfe-browse', live: '2.0.0', built: '1.0.0' }])
    expect(await registry()).toEqual(before)
    expect(await readdir(path.join(folder, 'mfe-browse'))).toEqual(['2.0.0'])
  })

  it('adds an app that nothing is published of, and keeps the canary of another one', async () => {
    const browse = {
      ...published('mfe-browse', '2.0.0'),
      canary: { ...published('mfe-browse', '2.1.0'), percent: 10, salt: 'a' },
    }
    await deployed([browse])

    const { unpublished } = await publishApps(
      [await build('mfe-browse', '2.1.0'), await build('mfe-hello', '1.0.0')],
      folder,
    )

    expect(unpublished).toEqual([])
    expect(await registry()).toEqual({ apps: [browse, published('mfe-hello', '1.0.0')], writtenBy: 'build' })
  })

  it('replaces what is live when forced to, and records that for the gateway', async () => {
    await deployed([published('shell', '2.0.0')])

    const { unpublished } = await publishApps([await build('shell', '1.0.0')], folder, { isForced: true })

    expect(unpublished).toEqual([])
    expect(await registry()).toEqual({
      apps: [published('shell', '1.0.0')],
      writtenBy: 'build',
      forced: true,
    })
  })

  it('deletes no version, however many there are', async () => {
    const versions = ['1.0.0', '1.0.1', '1.0.2', '1.0.3', '1.0.4', '1.0.5']

    for (const version of versions)
      await publishApps([await build('shell', version)], folder, { isForced: true })

    expect((await readdir(path.join(folder, 'shell'))).toSorted()).toEqual(versions)
  })

  it('puts back the files of the live version when they are lost', async () => {
    const builds = [await build('shell', '1.0.0')]
    await publishApps(builds, folder)
    await rm(path.join(folder, 'shell/1.0.0'), { recursive: true })

    await publishApps(builds, folder)

    expect(await readFile(path.join(folder, 'shell/1.0.0/main.js'), 'utf8')).toBe('1.0.0')
  })
})
