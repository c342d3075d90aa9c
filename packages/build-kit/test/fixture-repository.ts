import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const REPOSITORY = path.resolve(__dirname, '../../..')
const run = promisify(execFile)

const LINKED = [
  '@module-federation',
  '@offquad/build-kit',
  '@offquad/ui',
  '@offquad/web-kit',
  '@tanstack',
  'react',
  'react-dom',
  'react-router-dom',
  'typebox',
]

const REMOTE = `
import './remote.css'
import { getFrequentQuestions } from '@offquad/contracts'
import { Button } from '@offquad/ui'
import { defineRemote, useApi } from '@offquad/web-kit'

function Questions() {
  const { data = [] } = useApi(getFrequentQuestions)
  return <Button className="fixture">{data.length}</Button>
}

export const remote = defineRemote({ routes: [{ path: '/fixture', element: <Questions /> }] })
`

const BUILD = `
import { bundleService } from '@offquad/build-kit/service'

await bundleService(import.meta.dirname)
`

/**
 * A repository with one remote, one service and a copy of the contracts; everything else is that of this repository.
 * @param folder absolute; created, and removed by the caller
 */
export async function createFixtureRepository(folder: string) {
  const contracts = path.join(folder, 'packages/contracts')
  await mkdir(path.join(folder, 'node_modules/@offquad'), { recursive: true })
  await cp(path.join(REPOSITORY, 'packages/contracts'), contracts, { recursive: true })
  await symlink(contracts, path.join(folder, 'node_modules/@offquad/contracts'))
  for (const name of LINKED)
    await symlink(path.join(REPOSITORY, 'node_modules', name), path.join(folder, 'node_modules', name))

  const files = {
    'mfe-fixture/package.json': JSON.stringify({
      name: '@offquad/mfe-fixture',
      version: '0.1.0',
      peerDependencies: { '@offquad/ui': '*', '@offquad/web-kit': '*', react: '^19.0.0' },
    }),
    'mfe-fixture/webpack.config.mjs': `import { remoteConfig } from '@offquad/build-kit/webpack'
export default remoteConfig(import.meta.dirname)`,
    'mfe-fixture/src/index.ts': 'export {}',
    'mfe-fixture/src/remote.tsx': REMOTE,
    'mfe-fixture/src/remote.css': '.fixture { color: teal }',
    'svc-fixture/package.json': JSON.stringify({ name: '@offquad/svc-fixture', type: 'module' }),
    'svc-fixture/build.config.mjs': BUILD,
    'svc-fixture/src/main.ts': `import { getFrequentQuestions } from '@offquad/contracts'
export const path = getFrequentQuestions.path`,
  }
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), content)
  }

  return {
    async buildRemote(): Promise<Record<string, string>> {
      const webpack = path.join(REPOSITORY, 'node_modules/webpack/bin/webpack.js')
      const cwd = path.join(folder, 'mfe-fixture')
      await run(process.execPath, [webpack, '--mode', 'production'], { cwd })
      return readFiles(path.join(cwd, 'dist'))
    },
    async buildService(): Promise<Record<string, string>> {
      const cwd = path.join(folder, 'svc-fixture')
      await run(process.execPath, ['build.config.mjs'], { cwd })
      return readFiles(path.join(cwd, 'dist'))
    },
    async addEndpoint(): Promise<void> {
      const endpoints = path.join(contracts, 'src/users/endpoints.ts')
      const text = await readFile(endpoints, 'utf8')
      const added = `export const getNothing = endpoint({
  method: 'GET',
  path: '/api/nothing',
  summary: 'Nothing.',
  reply: Type.Array(Type.Object({ ...FrequentQuestion.properties, nothing: Type.String() })),
})
`
      await writeFile(endpoints, text.replace('export const getFrequentQuestions', `${added}$&`))
      const index = path.join(contracts, 'src/index.ts')
      await writeFile(
        index,
        `${await readFile(index, 'utf8')}\nexport { getNothing } from './users/endpoints'\n`,
      )
    },
    async setPeerDependency(name: string, range: string): Promise<void> {
      const file = path.join(folder, 'mfe-fixture/package.json')
      const manifest = JSON.parse(await readFile(file, 'utf8')) as { peerDependencies: object }
      const peerDependencies = { ...manifest.peerDependencies, [name]: range }
      await writeFile(file, JSON.stringify({ ...manifest, peerDependencies }))
    },
  }
}

async function readFiles(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).toSorted()
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name), 'latin1')])),
  ) as Record<string, string>
}
