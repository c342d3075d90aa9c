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

describe('versions of shared packages', () => {
  it('lets a remote go before the shell when it uses nothing new, and refuses it when it does', () => {
    expect(problemsOfRemote('^1.0.0', [shell('a', '1.0.0')])).toEqual([])
    expect(problemsOfRemote('^1.1.0', [shell('a', '1.0.0')])).toEqual([
      `it needs ${UI} ^1.1.0, and the served shell a brings 1.0.0: deploy a shell that brings ^1.1.0 first`,
    ])
    expect(problemsOfRemote('^1.1.0', [shell('a', '1.1.0')])).toEqual([])
  })

  it('compares a remote with the canary of the shell, too', () => {
    const served = [shell('a', '1.1.0'), shell('b', '1.0.0')]

    expect(problemsOfRemote('^1.1.0', served)).toEqual([
      `it needs ${UI} ^1.1.0, and the served shell b brings 1.0.0: deploy a shell that brings ^1.1.0 first`,
    ])
  })

  it('compares a shell with every live version and canary of the remotes', () => {
    const served = [browse('1', '^1.0.0'), browse('2', '^1.1.0')]

    expect(problemsOfShell('1.0.0', served)).toEqual([
      `it brings ${UI} 1.0.0, and mfe-browse 2 needs ^1.1.0: build it with ${UI} ^1.1.0`,
    ])
    expect(problemsOfShell('1.2.0', served)).toEqual([])
  })

  it('refuses two major versions beside each other, and says which goes first', () => {
    expect(problemsOfShell('2.0.0', [browse('1', '^1.0.0')])).toEqual([
      `it brings ${UI} 2.0.0, and mfe-browse 1 needs ^1.0.0: deploy a version of mfe-browse that works with 2.0.0 first`,
    ])
    expect(problemsOfRemote('^1.0.0', [shell('a', '2.0.0')])).toEqual([
      `it needs ${UI} ^1.0.0, and the served shell a brings 2.0.0: build it against ${UI} 2.0.0`,
    ])
  })

  it('lets a shell with the first released surface go before remotes that were built without one', () => {
    expect(problemsOfShell('1.0.0', [browse('1', '^0.1.0')])).toEqual([])
    expect(problemsOfShell('2.0.0', [browse('1', '^0.1.0')])).toHaveLength(1)
  })

  it('lets a remote that uses nothing a major version changed work with both', () => {
    expect(problemsOfRemote('>=1.1.0 <3.0.0', [shell('a', '1.1.0'), shell('b', '2.0.0')])).toEqual([])
  })
})
