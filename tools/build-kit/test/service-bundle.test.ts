import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

let root: string

beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(os.tmpdir(), 'offquad-bundle-')))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const write = async (file: string, text: string) => {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true })
  await writeFile(path.join(root, file), text)
}

const install = async (folder: string, name: string, version: string) => {
  await write(
    `${folder}/node_modules/${name}/package.json`,
    JSON.stringify({ name, version, main: 'index.js' }),
  )
  await write(`${folder}/node_modules/${name}/index.js`, `exports.version = '${version}'`)
}

it('gives each package of the repository the version of a library that is installed for it', async () => {
  await install('.', 'library', '1.0.0')
  await install('packages/kit', 'library', '2.0.0')
  await write('packages/kit/package.json', JSON.stringify({ name: '@offquad/kit', main: 'index.ts' }))
  await write('packages/kit/index.ts', "export { version as ofKit } from 'library'")
  await mkdir(path.join(root, 'node_modules/@offquad'), { recursive: true })
  await symlink(path.join(root, 'packages/kit'), path.join(root, 'node_modules/@offquad/kit'))
  await write('svc/package.json', JSON.stringify({ type: 'module' }))
  await write(
    'svc/src/main.ts',
    "import { ofKit } from '@offquad/kit'\nimport library from 'library'\nconsole.log(ofKit, library.version)",
  )
  const bundler = path.resolve(__dirname, '../src/service.mjs')

  await run(process.execPath, [
    '--input-type=module',
    '--eval',
    `const { bundleService } = await import(${JSON.stringify(bundler)}); await bundleService(${JSON.stringify(path.join(root, 'svc'))})`,
  ])

  const { stdout } = await run(process.execPath, [path.join(root, 'svc/dist/main.js')])
  expect(stdout.trim()).toBe('2.0.0 1.0.0')
})
