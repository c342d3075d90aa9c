import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openPreviews } from './previews'

const TOKEN = 'a'.repeat(24)
const app = { app: 'shell', version: '2.0.0', baseUrl: '/mf/shell/2.0.0/' }
const preview = { app, token: TOKEN, createdAt: '2026-01-01', expiresAt: '2099-01-01' }

describe('a preview', () => {
  let folder: string
  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'previews-'))))
  afterEach(() => rm(folder, { recursive: true }))

  it('whose files are not there yet is shown as soon as they are', async () => {
    const { find } = openPreviews({
      folder,
      isSecure: false,
      refresh: async () => undefined,
      previews: () => [preview],
    })
    const shown = async () =>
      (await find(undefined, `/?preview=${TOKEN}`))?.versions.map((version) => version.app)
    expect(await shown()).toEqual([])

    const version = path.join(folder, 'shell/2.0.0')
    await mkdir(version, { recursive: true })
    const slots = ['early', 'head', 'root', 'data'].map((name) => `<!--slot:${name}-->`)
    await writeFile(path.join(version, 'index.html'), slots.join(''))
    const page = { early: "'sha256-AA='", scripts: [], preloads: [], styles: [] }
    await writeFile(path.join(version, 'mf-manifest.json'), JSON.stringify({ metaData: { page } }))

    expect(await shown()).toEqual([app])
  })
})
