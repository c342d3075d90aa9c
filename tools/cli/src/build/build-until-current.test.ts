import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildUntilCurrent } from './build-until-current'
import { contentHash } from './build-inputs'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'offquad-build-'))
  await writeFile(path.join(folder, 'main.ts'), 'first')
})
afterEach(() => rm(folder, { recursive: true }))

const readInputs = () => contentHash([path.join(folder, 'main.ts')])
const readSource = () => readFile(path.join(folder, 'main.ts'), 'utf8')
const change = (text: string) => writeFile(path.join(folder, 'main.ts'), text)

describe('a build', () => {
  it('runs once when its inputs do not change', async () => {
    const built: string[] = []
    const build = async () => void built.push(await readSource())

    const hash = await buildUntilCurrent({ name: 'mfe-admin', build, readInputs }, await readInputs())

    expect([built, hash]).toEqual([['first'], await readInputs()])
  })

  it('runs again when a file changes meanwhile, so that it never mixes two states', async () => {
    const built: string[] = []
    const build = async () => {
      built.push(await readSource())
      if (built.length === 1) await change('second')
    }

    const hash = await buildUntilCurrent({ name: 'mfe-admin', build, readInputs }, await readInputs())

    expect([built, hash]).toEqual([['first', 'second'], await readInputs()])
  })

  it('fails with an explanation when its files keep changing', async () => {
    let builds = 0
    const build = () => change(`change ${(builds += 1)}`)

    const result = buildUntilCurrent({ name: 'mfe-admin', build, readInputs }, await readInputs())

    await expect(result).rejects.toThrow('mfe-admin changed during each of 3 builds')
  })
})
