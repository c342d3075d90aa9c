import { cp, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { REPOSITORY } from '../config'
import { deploymentFiles } from './deployment-files'
import { findSlices } from './find-slices'
import { createSlice } from './new-slice'
import { writeDeploymentFiles } from './write-deployment-files'

let repository: string
const read = (file: string) => readFile(path.join(repository, file), 'utf8')

/** Every file of the copy with its text, but for the link to installed packages, which `readdir` follows from Node 26 on. */
async function everything(): Promise<Record<string, string>> {
  const names = (await readdir(repository)).filter((name) => name !== 'node_modules')
  const texts = await Promise.all(names.map((name) => textsIn(name)))
  return Object.fromEntries(texts.flat())
}

async function textsIn(name: string): Promise<[string, string][]> {
  if (!(await stat(path.join(repository, name))).isDirectory()) return [[name, await read(name)]]
  const inside = await readdir(path.join(repository, name))
  return (await Promise.all(inside.map((file) => textsIn(path.join(name, file))))).flat()
}

/** The parts of the repository that commands for slices read or write. */
beforeEach(async () => {
  repository = await mkdtemp(path.join(tmpdir(), 'offquad-new-'))
  const { services, frontends } = findSlices(REPOSITORY)
  for (const file of [
    ...deploymentFiles(REPOSITORY, { services, frontends }).keys(),
    ...[...services, ...frontends].map(({ folder }) => `${folder}/package.json`),
    ...services.flatMap(({ folder, hasWorker }) => (hasWorker ? [`${folder}/src/worker.ts`] : [])),
    'mfe-reviews/remote.json',
    '.prettierrc.json',
    'tools/cli/templates',
    'packages/contracts/src/services.ts',
    'packages/contracts/src/users',
  ])
    await cp(path.join(REPOSITORY, file), path.join(repository, file), { recursive: true })
  await symlink(path.join(REPOSITORY, 'node_modules'), path.join(repository, 'node_modules'))
})
afterEach(() => rm(repository, { recursive: true }))

describe('a new remote', () => {
  it('has a page, a link in the menu, and everything that deploys it; deleted, it leaves nothing behind', async () => {
    const before = await everything()
    createSlice(repository, 'remote', 'hello')

    expect(JSON.parse(await read('mfe-hello/remote.json'))).toMatchObject({
      name: 'hello',
      routes: [{ path: '/hello', title: 'Hello' }],
      navigation: [{ label: 'Hello', path: '/hello', audience: 'anyone' }],
    })
    expect(await read('mfe-hello/src/pages/hello-page.tsx')).toContain('export function HelloPage()')
    expect(await read('docker-compose.yml')).toContain('file: deploy/secrets/deploy-token-mfe-hello')
    expect(Object.values(await everything()).join('')).not.toMatch(/mfe-\{\{|__name__\.tsx/)

    await rm(path.join(repository, 'mfe-hello'), { recursive: true })
    writeDeploymentFiles(repository)
    expect(await everything()).toEqual(before)
  })
})

describe('a new service', () => {
  it('has a call in the contracts and a port of its own', async () => {
    const isOutside = (file: string) => !/^(svc-hello|mfe-hello)\//.test(file)
    const changed = [
      ...createSlice(repository, 'service', 'hello'),
      ...createSlice(repository, 'remote', 'hello'),
    ].filter(isOutside)
    // And package-lock.json.
    expect([...new Set(changed)].toSorted()).toEqual([
      'deploy/kubernetes/base/services.yaml',
      'docker-compose.yml',
      'packages/contracts/src/hello/endpoints.ts',
      'packages/contracts/src/services.ts',
    ])

    const ports = findSlices(repository).services.map(({ settings }) => settings.port)
    expect(new Set(ports).size).toBe(ports.length)
    const contracts = await read('packages/contracts/src/services.ts')
    expect(contracts).toContain("\n  'svc-hello': helloContracts,\n")
    expect(contracts).toContain("\nexport * from './hello/endpoints'\n")
    expect(await read('packages/contracts/src/hello/endpoints.ts')).toContain("'GET /api/hello'")
    expect(await read('docker-compose.yml')).toContain(
      `SVC_HELLO_URL: http://svc-hello:${Math.max(...ports)}\n`,
    )
  })
})

describe('a name', () => {
  it('cannot be anything but a few letters, nor one that is taken or reserved; then nothing is written', async () => {
    const before = await everything()
    const creating = (kind: 'remote' | 'service', name: string) => () => createSlice(repository, kind, name)

    for (const name of ['Hello', 'hello-world', '../hello'])
      expect(creating('remote', name)).toThrow(/letters from a to z/)
    expect(creating('remote', 'abcdefghijklmnopqrstu')).toThrow(/up to 20 letters/)
    expect(creating('remote', 'account')).toThrow(/mfe-account is there already/)
    expect(creating('service', 'users')).toThrow(/svc-users is there already/)
    expect(creating('remote', 'api')).toThrow(/reserved/)
    expect(creating('remote', 'tiles')).toThrow(/reserved/)
    expect(creating('service', 'metrics')).toThrow(/reserved/)
    expect(await everything()).toEqual(before)
  })

  it('of a remote cannot be that of a page of another remote', async () => {
    await rm(path.join(repository, 'mfe-admin'), { recursive: true })
    await cp(path.join(REPOSITORY, 'mfe-admin/remote.json'), path.join(repository, 'mfe-other/remote.json'))

    expect(() => createSlice(repository, 'remote', 'admin')).toThrow('belongs to mfe-other')
  })
})
