import { Type } from 'typebox'
import { conforms } from '../conforms'
import { pageData } from '../page-data'

/** Manifests on this machine, by the name of the remote they stand in for. */
const Overrides = Type.Record(Type.String({ pattern: '^[a-z]+$' }), Type.String())
type Overrides = Record<string, string>

const KEY = 'offquad/overrides'
const PARAMETER = /^mf\.([a-z]+)$/
const LOCAL = new Set(['localhost', '127.0.0.1'])

let current: Overrides | undefined

/**
 * Where a developer has remotes come from instead: `?mf.browse=http://localhost:3001/mf-manifest.json`, kept for the
 * tab until it is reset. Only from this machine, and only where the gateway allows it.
 */
export function remoteOverrides(): Overrides {
  current ??= pageData().allowsOverrides ? takeOverrides() : {}
  return current
}

function takeOverrides(): Overrides {
  const overrides = { ...recall() }
  for (const [parameter, address] of new URLSearchParams(location.search)) {
    const name = PARAMETER.exec(parameter)?.[1]
    if (name && isLocal(address)) overrides[name] = address
  }
  keep(overrides)
  return overrides
}

function isLocal(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && LOCAL.has(hostname)
}

/** Takes the versions of the registry again; the page is loaded anew, without what the address says of overrides. */
export function resetOverrides(): void {
  keep({})
  const address = new URL(location.href)
  for (const parameter of [...address.searchParams.keys()])
    if (PARAMETER.test(parameter)) address.searchParams.delete(parameter)
  location.replace(address)
}

function recall(): Overrides {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return conforms(Overrides, kept) ? kept : {}
  } catch {
    return {}
  }
}

function keep(overrides: Overrides): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(overrides))
  } catch {
    // A browser that keeps nothing forgets them with the page.
  }
}
