import { existsSync } from 'node:fs'
import { dockerfileOf, readImage } from './dockerfile'
import { FRONTENDS, inRepository, read, SERVICES } from './repository'

describe.each([...SERVICES, ...FRONTENDS])('the image of %s', (slice) => {
  const image = readImage(slice)

  it('is built from files in the repository', () => {
    const sources = image.copies.filter(({ from }) => !from).flatMap((copy) => copy.sources)
    expect(sources.filter((source) => !existsSync(inRepository(source)))).toEqual([])
    expect(sources).toEqual(expect.arrayContaining(['package-lock.json', slice]))
  })

  it('installs the packages of the slice from the lockfile', () => {
    const installs = image.text.match(/npm (ci|install|i)\b[^\n\\&]*/g) ?? []
    expect(installs.length).toBeGreaterThan(0)
    for (const install of installs) expect(install).toMatch(new RegExp(`^npm ci .*--workspace ${slice}\\b`))
  })

  it('installs packages before it copies sources, so that a change of code reinstalls nothing', () => {
    const stages = image.text.split(/^FROM /m)
    const installing = stages.filter((stage) => stage.includes('npm ci'))
    expect(installing.length).toBeGreaterThan(0)
    for (const stage of installing) {
      const [before = ''] = stage.split('npm ci')
      expect(before.match(/^COPY .*$/gm)).toEqual(['COPY --from=manifests /manifests ./'])
    }
  })

  it('runs as an unprivileged user on a Node release with long-term support', () => {
    expect(image.user).toBe('node')
    expect(image.text).toContain('ARG NODE_IMAGE=node:24-')
    expect(image.baseImages.filter((base) => !['${NODE_IMAGE}', 'node'].includes(base ?? ''))).toEqual([])
  })

  it('has labels with the version and revision it was built from', () => {
    expect(image.labels).toMatchObject({
      'org.opencontainers.image.title': `offquad/${slice}`,
      'org.opencontainers.image.version': '${VERSION}',
      'org.opencontainers.image.revision': '${REVISION}',
    })
  })

  it('contains no secret', () => {
    expect(image.text).not.toMatch(/TOKEN=|SECRET=|PASSWORD=/)
    expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.env', 'deploy', '.data*']))
  })
})

it('the images of services and of frontends have one Dockerfile each, without a syntax image from a registry', () => {
  const files = new Set([...SERVICES, ...FRONTENDS].map(dockerfileOf))
  expect([...files].toSorted()).toEqual([
    'deploy/docker/frontend.Dockerfile',
    'deploy/docker/service.Dockerfile',
  ])
  for (const file of files) expect(read(file)).not.toMatch(/^# *syntax=/m)
})

it.each(SERVICES)('the image of %s has a health check', (slice) => {
  expect(readImage(slice).hasHealthCheck).toBe(true)
})
