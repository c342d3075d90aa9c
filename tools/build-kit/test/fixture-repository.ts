import { fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'

const REPOSITORY = path.resolve(__dirname, '../../..')

const LINKED = [
  '@module-federation',
  '@offquad/build-kit',
  '@offquad/ui',
  '@tanstack',
  'react',
  'react-dom',
  'react-router',
  'react-router-dom',
  'typebox',
  'web-vitals',
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
 * Without source maps and compression, which take a third of the time and are covered by remotes. Module ids are written to a
 * file, because even ids that no script references can displace others.
 */
const SHELL_CONFIG = `
import { shellConfig } from '@offquad/build-kit/webpack'

const writeModuleIds = {
  apply(compiler) {
    compiler.hooks.emit.tap('writeModuleIds', ({ assets, chunkGraph, modules }) => {
      const ids = [...modules].map((module) => String(chunkGraph.getModuleId(module)))
      assets['module-ids.json'] = new compiler.webpack.sources.RawSource(JSON.stringify(ids.toSorted()))
    })
  },
}

export default (env, argv) => {
  const config = shellConfig(import.meta.dirname)(env, argv)
  const plugins = config.plugins.filter((plugin) => plugin.constructor.name !== 'CompressionPlugin')
  return { ...config, plugins: [...plugins, writeModuleIds], devtool: false }
}
`

const COPIED = ['contracts', 'web-kit']

/**
 * Creates a repository with one remote, one service, the shell, and copies of the contracts and web-kit; everything else is
 * linked from this repository or replaced by a stub.
 * @param folder absolute; created, and removed by the caller
 */
export async function createFixtureRepository(folder: string) {
  const contracts = path.join(folder, 'packages/contracts')
  await mkdir(path.join(folder, 'node_modules/@offquad'), { recursive: true })
  for (const name of COPIED) {
    const copy = path.join(folder, 'packages', name)
    await copySource(path.join('packages', name), folder)
    await symlink(copy, path.join(folder, 'node_modules/@offquad', name))
  }
  await copySource('shell', folder)
  await writeStubs(folder)
  for (const name of LINKED)
    await symlink(path.join(REPOSITORY, 'node_modules', name), path.join(folder, 'node_modules', name))

  const files = {
    'shell/webpack.config.mjs': SHELL_CONFIG,
    'mfe-fixture/package.json': JSON.stringify({
      name: '@offquad/mfe-fixture',
      version: '0.1.0',
      peerDependencies: { '@offquad/ui': '*', '@offquad/web-kit': '*', react: '^19.0.0' },
    }),
    'mfe-fixture/webpack.config.mjs': `import { remoteConfig } from '@offquad/build-kit/webpack'
export default remoteConfig(import.meta.dirname)`,
    'mfe-fixture/remote.json': JSON.stringify({
      name: 'fixture',
      routes: [{ path: '/fixture', title: 'Fixture', isPublic: true }],
      slots: [],
    }),
    'mfe-fixture/src/index.ts': 'export {}',
    'mfe-fixture/src/reads.ts': 'export const reads = { pages: {} }',
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

  // Like a command, which builds all apps in one process. Modules are read once there, so a changed source needs the next one.
  const startBuilder = () =>
    fork(path.join(REPOSITORY, 'tools/build-kit/src/build-worker.mjs'), {
      env: { ...process.env, NODE_ENV: 'production' },
    })
  let builder = startBuilder()
  async function stop(): Promise<void> {
    builder.disconnect()
    await once(builder, 'exit')
  }
  async function build(name: string): Promise<Record<string, string>> {
    const cwd = path.join(folder, name)
    builder.send(cwd)
    const [{ failure }] = (await once(builder, 'message')) as [{ failure?: string }]
    if (failure !== undefined) throw new Error(failure)
    return readFiles(path.join(cwd, 'dist'))
  }

  return {
    buildRemote: () => build('mfe-fixture'),
    buildShell: () => build('shell'),
    buildService: () => build('svc-fixture'),
    stop,
    async nextCommand(): Promise<void> {
      await stop()
      builder = startBuilder()
    },
    /** Adds an endpoint to a module that apps use partly, and to one that the shell uses entirely. */
    async addEndpoints(): Promise<void> {
      const endpoints = path.join(contracts, 'src/users/endpoints.ts')
      const text = await readFile(endpoints, 'utf8')
      const added = `export const getNothing = endpoint('GET /api/nothing', {
  summary: 'Nothing.',
  reply: Type.Array(Type.Object({ ...FrequentQuestion.properties, nothing: Type.String() })),
})
`
      await writeFile(endpoints, text.replace('export const getFrequentQuestions', `${added}$&`))
      const used = path.join(contracts, 'src/override-endpoints.ts')
      await appendFile(
        used,
        added.replaceAll('othing', 'oOverride').replace(/reply: .*/, 'reply: NoContent,'),
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

/** Copies a folder of this repository without node_modules and dist. */
const copySource = (name: string, folder: string) =>
  cp(path.join(REPOSITORY, name), path.join(folder, name), {
    recursive: true,
    filter: (file) => !/[\\/](node_modules|dist)$/.test(file),
  })

/** Large shared packages whose code does not matter here; minifying it would take most of the time. */
const STUBBED = ['@offquad/ui', '@tanstack/react-query', 'react-dom', 'react-router-dom']

/** Writes packages that export what the shell and web-kit import from the real ones. */
async function writeStubs(folder: string): Promise<void> {
  const users = ['shell', 'packages/web-kit']
  const source = (await Promise.all(users.map((user) => readSources(path.join(folder, user, 'src'))))).join(
    '\n',
  )
  for (const name of STUBBED) {
    const stub = path.join(folder, 'stubs', name)
    const real = await readFile(path.join(REPOSITORY, 'node_modules', name, 'package.json'), 'utf8')
    const { version } = JSON.parse(real) as { version: string }
    // The source of a package of ours, which says which contracts are behind its exports.
    await mkdir(path.join(stub, 'src'), { recursive: true })
    await writeFile(path.join(stub, 'src/index.ts'), '')
    await writeFile(path.join(stub, 'package.json'), JSON.stringify({ name, version, type: 'module' }))
    await writeFile(path.join(stub, 'index.js'), stubFor(name, source))
    for (const part of ['client', 'server', 'static.edge'])
      await writeFile(path.join(stub, `${part}.js`), stubFor(`${name}/${part}`, source))
    for (const user of users) {
      const link = path.join(folder, user, 'node_modules', name)
      await mkdir(path.dirname(link), { recursive: true })
      await symlink(stub, link)
    }
  }
}

function stubFor(name: string, source: string): string {
  const imports = source.matchAll(new RegExp(`import \\{([^}]+)\\} from '${name}'`, 'g'))
  const names = [...imports].flatMap(([, list = '']) =>
    list.split(',').map((specifier) => specifier.trim().replace(/ as .*/, '')),
  )
  const values = new Set(names.filter((name) => name && !name.startsWith('type ')))
  return [...values].map((value) => `export const ${value} = () => null\n`).join('')
}

async function readSources(folder: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name))
  return (await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))).join('\n')
}

async function readFiles(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).toSorted()
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name), 'latin1')])),
  ) as Record<string, string>
}
