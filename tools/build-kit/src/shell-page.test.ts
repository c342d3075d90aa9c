import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { bundleEarlyProgram } from './shell-page.mjs'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'offquad-early-'))
  await mkdir(path.join(folder, 'src/early'), { recursive: true })
})
afterEach(() => rm(folder, { recursive: true }))

const write = (text: string) => writeFile(path.join(folder, 'src/early/index.ts'), text)

it('the early program is a script of its own that cannot end its element', async () => {
  await write("const name: string = '</script>'\ndocument.title = name")

  const text = bundleEarlyProgram(folder)

  expect(text).not.toMatch(/<\/script|import|export|\n/i)
  expect(text).toContain('document.title')
})

it('an early program that would keep its element open is refused', async () => {
  await write("document.title = '<!-- <script>'")

  expect(() => bundleEarlyProgram(folder)).toThrow('contains the end of a script, or <!--')
})
