import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type usedContracts } from '@offquad/build-kit/used-contracts'
import { createFixtureRepository } from './fixture-repository'

const BUILD_TIMEOUT_MS = 180_000

interface SharedPackage {
  name: string
  requiredVersion: string
}

const withoutMaps = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).filter(([name]) => !name.endsWith('.map')))

describe('a build', () => {
  let parent: string
  const repositories: (typeof here)[] = []
  const create = async (name: string) => {
    const repository = await createFixtureRepository(path.join(parent, name))
    repositories.push(repository)
    return repository
  }
  let here: Awaited<ReturnType<typeof createFixtureRepository>>
  let elsewhere: typeof here
  let built: Record<string, string>
  let shell: Record<string, string>
  beforeAll(async () => {
    parent = await mkdtemp(path.join(os.tmpdir(), 'offquad-build-'))
    here = await create('here')
    elsewhere = await create('a-longer-name')
    built = await here.buildRemote()
    shell = await here.buildShell()
  }, BUILD_TIMEOUT_MS)
  afterAll(async () => {
    await Promise.all(repositories.map((repository) => repository.stop()))
    await rm(parent, { recursive: true, force: true })
  })

  it(
    'of a remote is reproducible in every folder and depends only on the endpoints it uses',
    async () => {
      expect(Object.keys(built)).toEqual(
        expect.arrayContaining(['mf-manifest.json', 'remote-entry.js', 'server.cjs']),
      )
      expect(await elsewhere.buildRemote()).toEqual(built)
      expect(Object.entries(built).filter(([, content]) => content.includes(parent))).toEqual([])

      await elsewhere.addEndpoints()
      await elsewhere.nextCommand()

      expect(withoutMaps(await elsewhere.buildRemote())).toEqual(withoutMaps(built))
    },
    BUILD_TIMEOUT_MS,
  )

  it(
    'of the shell is reproducible in every folder and does not depend on endpoints it does not use',
    async () => {
      const repository = await create('with-other-endpoints')
      await repository.addEndpoints()

      const other = await repository.buildShell()

      expect(Object.keys(shell)).toEqual(
        expect.arrayContaining(['index.html', 'mf-manifest.json', 'server.cjs']),
      )
      expect(other).toEqual(shell)
      expect(Object.entries(shell).filter(([, content]) => content.includes(parent))).toEqual([])
    },
    BUILD_TIMEOUT_MS,
  )

  it('of the shell tells gateways the hash of the early program in its page, with which policies allow it', () => {
    const { metaData } = JSON.parse(shell['mf-manifest.json'] ?? '') as { metaData: { page: object } }
    const [, program = ''] =
      /<script data-early="<!--slot:early-->">([^]*?)<\/script>/.exec(shell['index.html'] ?? '') ?? []

    expect(program).toContain('createPolicy')
    expect(metaData.page).toMatchObject({
      early: `'sha256-${createHash('sha256').update(program, 'latin1').digest('base64')}'`,
      scripts: [expect.stringMatching(/^main\..*js$/)],
    })
  })

  it('of a remote lists the contracts it uses and the versions of shared packages it needs', () => {
    const note = JSON.parse(built['.build-contracts.json'] ?? '') as ReturnType<typeof usedContracts>
    expect(note.own).toEqual(['getFrequentQuestions'])
    expect(note.throughPackages).toContain('refreshSession')

    const { shared } = JSON.parse(built['mf-manifest.json'] ?? '') as { shared: SharedPackage[] }
    const ranges = Object.fromEntries(shared.map(({ name, requiredVersion }) => [name, requiredVersion]))
    // The version in which the props of what it uses last changed.
    expect(ranges['@offquad/ui']).toBe('^1.7.0')
    expect(ranges['react/jsx-runtime']).toBe('^19.0.0')
  })

  it('of a remote has source maps that no script references and that are not compressed', () => {
    const names = Object.keys(built)
    expect(names).toContain('remote-entry.js.map')
    expect(names.filter((name) => /\.map\.(br|gz)$/.test(name))).toEqual([])
    const scripts = Object.entries(built).filter(([name]) => /\.(js|css)$/.test(name))
    expect(scripts.filter(([, content]) => content.includes('sourceMappingURL'))).toEqual([])
  })

  it('fails with a clear message when peerDependencies exclude a version it is built against', async () => {
    const repository = await create('outdated')
    await repository.setPeerDependency('@offquad/ui', '^0.9.0')

    await expect(repository.buildRemote()).rejects.toThrow(
      'mfe-fixture/package.json: its peerDependencies require @offquad/ui ^0.9.0, but it is built against',
    )
  })

  it(
    'of a service is reproducible in every folder and depends only on the endpoints it uses',
    async () => {
      const repository = await create('services')
      const bundled = await repository.buildService()

      expect(await here.buildService()).toEqual(bundled)

      await repository.addEndpoints()
      await repository.nextCommand()

      expect(withoutMaps(await repository.buildService())).toEqual(withoutMaps(bundled))
    },
    BUILD_TIMEOUT_MS,
  )
})
