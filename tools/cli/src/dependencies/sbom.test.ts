import { makeSbom, productionPackages, readLockfile } from './sbom'

it('names every production dependency of the lockfile, each once, and nothing that only builds or tests', () => {
  const { components } = makeSbom()

  const names = components.map(({ name, version }) => `${name}@${version}`)
  expect(new Set(names)).toEqual(new Set(productionPackages(readLockfile()).keys()))
  expect(names.length).toBe(new Set(names).size)
  expect(names.map((name) => name.slice(0, name.lastIndexOf('@')))).toEqual(
    expect.arrayContaining(['mongoose', 'react', 'fastify', '@redis/client', 'ipaddr.js']),
  )
  for (const { purl, hashes } of components) {
    expect(purl).toMatch(/^pkg:npm\//)
    expect(hashes?.[0]?.alg).toBe('SHA-512')
  }
}, 30_000)
