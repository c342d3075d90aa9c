import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readStyles } from './read-styles'

const app = { baseUrl: '/mf/shell/1/' }

describe('stylesheets of a version', () => {
  let folder: string
  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'styles-'))))
  afterEach(() => rm(folder, { recursive: true }))

  it('refer to the files of the version from any page', async () => {
    await writeFile(
      path.join(folder, 'a.css'),
      `a{src:url(inter.woff2) format("woff2"),url('b c.png')}b{background:url(data:image/png;base64,aa),url(/x.png),url("https://x.example/y.png"),url(#z)}`,
    )

    const styles = await readStyles(folder, app, ['a.css'])

    expect(styles.get('/mf/shell/1/a.css')).toBe(
      `a{src:url(/mf/shell/1/inter.woff2) format("woff2"),url(/mf/shell/1/b c.png)}b{background:url(data:image/png;base64,aa),url(/x.png),url("https://x.example/y.png"),url(#z)}`,
    )
  })

  it('are left out when they are missing, or would end a style element', async () => {
    await writeFile(path.join(folder, 'a.css'), 'a{content:"</style><script>"}')

    expect([...(await readStyles(folder, app, ['a.css', 'b.css'])).keys()]).toEqual([])
  })

  it('are left out when they are larger than the gate allows', async () => {
    await writeFile(path.join(folder, 'a.css'), 'a{}'.repeat(70_000))

    expect([...(await readStyles(folder, app, ['a.css'])).keys()]).toEqual([])
  })

  it('are no files of another folder', async () => {
    const version = path.join(folder, '1')
    await mkdir(version)
    await writeFile(path.join(folder, 'secret.css'), 'secret')
    await writeFile(path.join(version, 'a.css'), 'a{}')

    const styles = await readStyles(version, app, ['../secret.css', 'x/../../secret.css', 'a.css'])

    expect([...styles.values()]).toEqual(['a{}'])
  })
})
