import * as contracts from '@offquad/contracts'

/** The exports of the contracts that an app uses, in its source and through packages, as recorded by its build. */
export interface UsedContracts {
  own: string[]
  throughPackages: string[]
}

/** Requirements of an app from other slices. */
export interface AppNeeds {
  /** Ids of the slots of other apps that it renders, sorted. */
  slots: string[]
  /** API calls that it makes, directly or through packages: `GET /api/faqs`, sorted. */
  calls: string[]
}

/** @param ownRemote the name of the app's own remote; absent for the shell */
export function needsOfApp({ own, throughPackages }: UsedContracts, ownRemote: string | undefined): AppNeeds {
  return {
    slots: sorted(own.flatMap(slotsIn)).filter((id) => !id.startsWith(`${ownRemote}/`)),
    calls: sorted([...own, ...throughPackages].flatMap(callsIn)),
  }
}

const sorted = (values: string[]) => [...new Set(values)].toSorted()

function slotsIn(name: string): string[] {
  if (name === '*') return Object.values(contracts.SLOTS).map(contracts.slotId)
  const contract = contracts.SLOTS[name]
  return contract ? [contracts.slotId(contract)] : []
}

const EXPORTS: ReadonlyMap<string, unknown> = new Map(Object.entries(contracts))
// The gateway knows its own calls.
const SERVED_BY_GATEWAY: ReadonlySet<unknown> = new Set([
  ...contracts.GATEWAY_ENDPOINTS,
  contracts.allowOverrides,
])

function callsIn(name: string): string[] {
  const named = name === '*' ? [...EXPORTS.values()] : [EXPORTS.get(name)]
  return named
    .filter((value) => isEndpoint(value))
    .filter((value) => !SERVED_BY_GATEWAY.has(value))
    .map(({ method, path }) => `${method} ${path}`)
}

const isEndpoint = (value: unknown): value is contracts.Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value
