import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { REPOSITORY } from '../config'
import { deploymentFiles } from './deployment-files'
import { findSlices } from './find-slices'
import { staleDeploymentFiles, writeDeploymentFiles } from './write-deployment-files'

it('finds every deployment file of this repository as npm run slices writes it', () => {
  expect([...staleDeploymentFiles(REPOSITORY).keys()]).toEqual([])
})

describe('deployment files', () => {
  let repository: string
  const read = (file: string) => readFile(path.join(repository, file), 'utf8')
  const addService = async (folder: string, offquad?: object) => {
    await mkdir(path.join(repository, folder))
    await writeFile(path.join(repository, folder, 'package.json'), JSON.stringify({ name: folder, offquad }))
  }

  /** A copy of the files that the generator reads and writes. */
  beforeEach(async () => {
    repository = await mkdtemp(path.join(tmpdir(), 'offquad-slices-'))
    const { services, frontends } = findSlices(REPOSITORY)
    for (const file of [
      ...deploymentFiles(REPOSITORY, { services, frontends }).keys(),
      ...[...services, ...frontends].map(({ folder }) => `${folder}/package.json`),
      ...services.flatMap(({ folder, hasWorker }) => (hasWorker ? [`${folder}/src/worker.ts`] : [])),
    ])
      await cp(path.join(REPOSITORY, file), path.join(repository, file))
  })
  afterEach(() => rm(repository, { recursive: true }))

  it('name a new service everywhere, and no longer when its folder is gone', async () => {
    await addService('svc-hello', { port: 4567 })
    const written = writeDeploymentFiles(repository)

    expect(written).toContain('svc-hello/redis.acl')
    expect(await read('docker-compose.yml')).toContain(
      "args: [*node-image, SLICE=svc-hello, 'VERSION=${SVC_HELLO_VERSION:-latest}', *revision]",
    )
    expect(await read('docker-compose.yml')).toContain('file: deploy/secrets/redis-url-svc-hello')
    expect(await read('docker-compose.yml')).toContain('SVC_HELLO_URL: http://svc-hello:4567')
    const manifests = await read('deploy/kubernetes/base/services.yaml')
    expect(manifests).toContain('containerPort: 4567')
    expect(manifests).toContain('SVC_HELLO_URL: http://svc-hello:4567')

    await rm(path.join(repository, 'svc-hello'), { recursive: true })
    writeDeploymentFiles(repository)

    for (const file of deploymentFiles(repository, findSlices(repository)).keys())
      expect(await read(file)).toBe(await readFile(path.join(REPOSITORY, file), 'utf8'))
  })

  it('are not written for two services with one port', async () => {
    await addService('svc-hello', { port: 4001 })

    expect(() => writeDeploymentFiles(repository)).toThrow(/svc-hello.*port 4001|port 4001/)
  })

  it('are not written for a service without a port, which is named', async () => {
    await addService('svc-hello')

    expect(() => writeDeploymentFiles(repository)).toThrow('svc-hello/package.json: offquad')
  })
})
