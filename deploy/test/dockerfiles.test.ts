import { existsSync } from 'node:fs'
import { readImage } from './dockerfile'
import { FRONTENDS, inRepository, read, SERVICES } from './repository'

describe.each([...SERVICES, ...FRONTENDS])('the image of %s', (slice) => {
  const image = readImage(slice)

  it('is made of what is in the repository', () => {
    const sources = image.copies.filter(({ from }) => !from).flatMap((copy) => copy.sources)
    expect(sources.filter((source) => !existsSync(inRepository(source)))).toEqual([])
    expect(sources).toEqual(expect.arrayContaining(['package-lock.json', slice]))
  })

  it('installs the workspace from the lockfile, and only it', () => {
    const installs = image.text.match(/npm (ci|install|i)\b[^\n\\&]*/g) ?? []
    expect(installs.length).toBeGreaterThan(0)
    for (const install of installs) expect(install).toMatch(new RegExp(`^npm ci .*--workspace ${slice}\\b`))
  })

  it('runs as nobody in particular, on a Node that is supported for long', () => {
    expect(image.user).toBe('node')
    expect(image.text).toContain('ARG NODE_IMAGE=node:24-')
    expect(new Set(image.baseImages)).toEqual(
      new Set(
        slice.startsWith('svc') || slice === 'gateway' ? ['${NODE_IMAGE}', 'source'] : ['${NODE_IMAGE}'],
      ),
    )
  })

  it('has no secret in it', () => {
    expect(image.text).not.toMatch(/TOKEN=|SECRET=|PASSWORD=/)
    expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.env', 'deploy', '.data*']))
  })
})

it.each(SERVICES)('%s says how it is', (slice) => {
  expect(readImage(slice).hasHealthCheck).toBe(true)
})
