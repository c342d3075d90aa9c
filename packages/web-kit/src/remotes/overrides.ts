import { allowOverrides } from '@offquad/contracts'
import { type Static, Type } from 'typebox'
import { api } from '../api/api'
import { pageData } from '../page-data'
import { recall, remember } from '../session-memory'

/** Manifests on this machine, by the name of the remote they stand in for. */
const Overrides = Type.Record(Type.String({ pattern: '^[a-z]+$' }), Type.String())
type Overrides = Static<typeof Overrides>

const MEMORY = 'overrides'
const PARAMETER = /^mf\.([a-z]+)$/
const LOCAL = new Set(['localhost', '127.0.0.1'])

/** That a gateway was asked to allow them, once: it may have let, and the browser may keep no cookies. */
const ASKED_MEMORY = 'overrides-asked'

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
  const overrides = wantedOverrides()
  remember(MEMORY, overrides)
  remember(ASKED_MEMORY, false)
  return overrides
}

function wantedOverrides(): Overrides {
  const overrides = { ...recall(MEMORY, Overrides) }
  for (const [parameter, address] of new URLSearchParams(location.search)) {
    const name = PARAMETER.exec(parameter)?.[1]
    if (name && isLocal(address)) overrides[name] = address
  }
  return overrides
}

/**
 * Where a developer wants overrides and this page does not allow them, asks the gateway to, and loads the page anew.
 * A gateway that does not leaves the page as it is.
 */
export async function askForOverrides(reload: () => void = () => location.reload()): Promise<void> {
  const isWanted = Object.keys(wantedOverrides()).length > 0
  if (!isWanted || pageData().allowsOverrides || recall(ASKED_MEMORY, Type.Boolean())) return
  remember(ASKED_MEMORY, true)
  try {
    await api(allowOverrides)
  } catch {
    return
  }
  reload()
}

function isLocal(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && LOCAL.has(hostname)
}

/** Takes the versions of the registry again; the page is loaded anew, without what the address says of overrides. */
export function resetOverrides(): void {
  remember(MEMORY, {})
  const address = new URL(location.href)
  for (const parameter of [...address.searchParams.keys()])
    if (PARAMETER.test(parameter)) address.searchParams.delete(parameter)
  location.replace(address)
}
