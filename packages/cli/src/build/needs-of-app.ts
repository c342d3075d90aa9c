import * as contracts from '@offquad/contracts'

/** The exports of the contracts an app uses, in its source and through web-kit, as its build notes them. */
export interface UsedContracts {
  own: string[]
  throughWebKit: string[]
}

/** What an app needs of other slices. */
export interface AppNeeds {
  /** Ids of the slots of others it places, sorted. */
  slots: string[]
  /** Calls of the services' API it makes, itself or through web-kit: `GET /api/faqs`, sorted. */
  calls: string[]
}

/** @param ownRemote the name of the remote it is, if it is one */
export function needsOfApp({ own, throughWebKit }: UsedContracts, ownRemote: string | undefined): AppNeeds {
  return {
    slots: sorted(own.flatMap(slotsIn)).filter((id) => !id.startsWith(`${ownRemote}/`)),
    calls: sorted([...own, ...throughWebKit].flatMap(callsIn)),
  }
}

const sorted = (values: string[]) => [...new Set(values)].toSorted()

function slotsIn(name: string): string[] {
  if (name === '*') return Object.values(contracts.SLOTS).map(contracts.slotId)
  const contract = contracts.SLOTS[name]
  return contract ? [contracts.slotId(contract)] : []
}

const EXPORTS: ReadonlyMap<string, unknown> = new Map(Object.entries(contracts))
// The gateway that judges an app brings its own calls.
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
