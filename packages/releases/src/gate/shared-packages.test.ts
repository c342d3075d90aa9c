import { findSharedPackageConflicts, type ServedVersion } from './shared-packages'

const UI = '@offquad/ui'
const NO_FILES = { js: { sync: [], async: [] }, css: { sync: [], async: [] } }
const sharing = (version: string, requiredVersion: string) => [
  { name: UI, version, requiredVersion, assets: NO_FILES },
]

const shell = (version: string, ui: string): ServedVersion => ({
  app: { app: 'shell', version, baseUrl: `/mf/shell/${version}/` },
  manifest: { shared: sharing(ui, `^${ui}`) },
})
const browse = (version: string, range: string): ServedVersion => ({
  app: { app: 'mfe-browse', version, baseUrl: `/mf/mfe-browse/${version}/` },
  manifest: { shared: sharing('1.0.0', range) },
})

const problemsOfRemote = (range: string, others: ServedVersion[]) =>
  findSharedPackageConflicts({ app: browse('2', range).app, shared: sharing('1.0.0', range) }, others)
const problemsOfShell = (ui: string, others: ServedVersion[]) =>
  findSharedPackageConflicts({ app: shell('b', ui).app, shared: sharing(ui, `^${ui}`) }, others)

describe('findSharedPackageConflicts', () => {
  it('accepts a remote that uses nothing new before the shell is deployed, and rejects one that does', () => {
    expect(problemsOfRemote('^1.0.0', [shell('a', '1.0.0')])).toEqual([])
    expect(problemsOfRemote('^1.1.0', [shell('a', '1.0.0')])).toEqual([
      `it needs ${UI} ^1.1.0, and the served shell a provides 1.0.0: deploy a shell that provides ^1.1.0 first`,
    ])
    expect(problemsOfRemote('^1.1.0', [shell('a', '1.1.0')])).toEqual([])
  })

  it('compares a remote with the canary of the shell as well', () => {
    const served = [shell('a', '1.1.0'), shell('b', '1.0.0')]

    expect(problemsOfRemote('^1.1.0', served)).toEqual([
      `it needs ${UI} ^1.1.0, and the served shell b provides 1.0.0: deploy a shell that provides ^1.1.0 first`,
    ])
  })

  it('compares a shell with every live version and canary of the remotes', () => {
    const served = [browse('1', '^1.0.0'), browse('2', '^1.1.0')]

    expect(problemsOfShell('1.0.0', served)).toEqual([
      `it provides ${UI} 1.0.0, and mfe-browse 2 needs ^1.1.0: build it with ${UI} ^1.1.0`,
    ])
    expect(problemsOfShell('1.2.0', served)).toEqual([])
  })

  it('rejects two major versions at the same time and reports which to deploy first', () => {
    expect(problemsOfShell('2.0.0', [browse('1', '^1.0.0')])).toEqual([
      `it provides ${UI} 2.0.0, and mfe-browse 1 needs ^1.0.0: deploy a version of mfe-browse that works with 2.0.0 first`,
    ])
    expect(problemsOfRemote('^1.0.0', [shell('a', '2.0.0')])).toEqual([
      `it needs ${UI} ^1.0.0, and the served shell a provides 2.0.0: build it against ${UI} 2.0.0`,
    ])
  })

  it('accepts a remote that works with two major versions beside shells of both', () => {
    expect(problemsOfRemote('>=1.1.0 <3.0.0', [shell('a', '1.1.0'), shell('b', '2.0.0')])).toEqual([])
  })
})
