import { allowOverrides, type PublishedApp, REMOTE_DESCRIPTOR, RemoteDescriptor } from '@offquad/contracts'
import { type Static, Type } from 'typebox'
import { api } from '../api/api'
import { conforms } from '../conforms'
import { developedAppOf, developRemotes, pageData } from '../page-data'
import { inSession } from '../session-state'

/** A remote that comes from the developer's machine on this page. */
export interface RemoteOverride {
  /** Name of the remote: 'account'. */
  name: string
  /** Its federation manifest on this machine: http://127.0.0.1:3001/mf-manifest.json */
  manifestUrl: string
}

/** Manifests on this machine, by the name of the remote they replace. */
const Overrides = Type.Record(Type.String({ pattern: '^[a-z]+$' }), Type.String())
type Overrides = Static<typeof Overrides>

const PARAMETER = /^mf\.([a-z]+)$/
const LOCAL = new Set(['localhost', '127.0.0.1'])
const DESCRIPTOR_TIMEOUT_MS = 3_000

const stored = inSession('overrides', Overrides)

/** The confirmed overrides, each as 'account http://127.0.0.1:3001'. */
const consents = inSession('override-consents', Type.Array(Type.String()))

/** Whether overrides were requested. Prevents a reload loop in browsers that block the cookie. */
const isRequested = inSession('overrides-asked', Type.Boolean())

let active: Overrides = {}
let problems: Record<string, string> = {}

/** The manifests of the remotes that come from this machine on this page, by name; none before `applyOverrides`. */
export const remoteOverrides = (): Readonly<Overrides> => active

/** The reasons why the remote.json of an override cannot be used, by the remote's name. */
export const overrideProblems = (): Readonly<Record<string, string>> => problems

/**
 * The next override in the page's URL (`?mf.browse=http://localhost:3001/mf-manifest.json`) that has not been confirmed in
 * this tab: a link alone must not load code. Only from localhost, and only if the gateway allows it.
 */
export function overrideToConfirm(): RemoteOverride | undefined {
  if (!pageData().allowsOverrides) return undefined
  return requestedOverrides().find((override) => !hasConsent(override))
}

/** Confirms that this remote may be loaded from its origin, until the tab is closed or the overrides are reset. */
export function confirmOverride(override: RemoteOverride): void {
  consents.set([...(consents.get() ?? []), consentOf(override)])
}

/** Removes an override from the page's URL, so that a reload does not ask again. */
export function declineOverride({ name }: RemoteOverride): void {
  const url = new URL(location.href)
  url.searchParams.delete(`mf.${name}`)
  history.replaceState(history.state, '', url)
}

/**
 * Replaces the registry's remotes with the confirmed overrides, including the pages, slots and navigation that their own
 * remote.json declares. Call it before routes are built and remotes are registered.
 */
export async function applyOverrides(): Promise<void> {
  active = pageData().allowsOverrides ? confirmedOverrides() : {}
  problems = {}
  stored.set(active)
  isRequested.set(false)
  const developed = await Promise.all(
    Object.entries(active).map(([name, manifestUrl]) => developedApp({ name, manifestUrl })),
  )
  developRemotes(developed.filter((app) => app !== undefined))
}

/**
 * If there are overrides that this page does not allow, asks the gateway to allow them, and reloads the page. Does
 * nothing more if the gateway refuses.
 */
export async function requestOverrides(reload: () => void = () => location.reload()): Promise<void> {
  const isWanted = requestedOverrides().length > 0 || Object.keys(stored.get() ?? {}).length > 0
  if (!isWanted || pageData().allowsOverrides || isRequested.get()) return
  isRequested.set(true)
  try {
    await api(allowOverrides)
  } catch {
    return
  }
  reload()
}

/** Discards all overrides and confirmations and reloads the page with the live versions. */
export function resetOverrides(): void {
  stored.set({})
  consents.set([])
  const url = new URL(location.href)
  for (const parameter of [...url.searchParams.keys()])
    if (PARAMETER.test(parameter)) url.searchParams.delete(parameter)
  location.replace(url)
}

/** An override in the URL takes precedence over a stored one. */
function confirmedOverrides(): Overrides {
  const requested = requestedOverrides().map(({ name, manifestUrl }) => [name, manifestUrl] as const)
  const all: Overrides = { ...stored.get(), ...Object.fromEntries(requested) }
  return Object.fromEntries(
    Object.entries(all).filter(
      ([name, manifestUrl]) => isLocal(manifestUrl) && hasConsent({ name, manifestUrl }),
    ),
  )
}

function requestedOverrides(): RemoteOverride[] {
  return [...new URLSearchParams(location.search)].flatMap(([parameter, manifestUrl]) => {
    const name = PARAMETER.exec(parameter)?.[1]
    return name && isLocal(manifestUrl) ? [{ name, manifestUrl }] : []
  })
}

const hasConsent = (override: RemoteOverride): boolean =>
  consents.get()?.includes(consentOf(override)) ?? false

const consentOf = ({ name, manifestUrl }: RemoteOverride): string => `${name} ${new URL(manifestUrl).origin}`

function isLocal(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && LOCAL.has(hostname)
}

/** The app as described by its remote.json; undefined keeps the registry's description. */
async function developedApp({ name, manifestUrl }: RemoteOverride): Promise<PublishedApp | undefined> {
  const url = new URL(REMOTE_DESCRIPTOR, manifestUrl)
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(DESCRIPTOR_TIMEOUT_MS) })
    if (!response.ok) throw new Error(`it answers ${response.status}`)
    const descriptor: unknown = await response.json()
    if (!conforms(RemoteDescriptor, descriptor)) throw new Error('it is not a remote descriptor')
    if (descriptor.name !== name) throw new Error(`it is that of "${descriptor.name}"`)
    return developedAppOf(descriptor)
  } catch (error) {
    problems[name] = `${url.href} cannot be used: ${(error as Error).message}`
    return undefined
  }
}
