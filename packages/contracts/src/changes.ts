/**
 * Response header of a write: what it has changed, a comma list of resources, each with the version that reads of it have to
 * include, where another service shows it: `apartment/10@1763800000000`. For gateways, which pass it on to no client.
 */
export const CHANGED_HEADER = 'x-changed'

/** Response header of a public read: all resources that it depends on. Without it, any change of its service may change it. */
export const SHOWS_HEADER = 'x-shows'

/** Request header of a read: the changes that the service waits for, up to a limit, before it responds. */
export const READ_AFTER_HEADER = 'x-read-after'

/** A read carries at most this many changes: the newest. */
export const MAX_AWAITED_CHANGES = 64

export interface Change {
  /** As formatted by `resourceOf`. */
  resource: string
  /** A newer version includes it, too; absent if reads need not wait. */
  version?: number
}

/** Names an apartment or landlord, its reviews and what is computed from them. */
export const resourceOf = (kind: 'apartment' | 'landlord', id: string): string =>
  `${kind}/${encodeURIComponent(id)}`

/** Formats the value of CHANGED_HEADER or READ_AFTER_HEADER. */
export const formatChanges = (changes: readonly Change[]): string =>
  changes
    .map(({ resource, version }) => (version === undefined ? resource : `${resource}@${version}`))
    .join(',')

/** Parses the value of CHANGED_HEADER or READ_AFTER_HEADER; malformed entries are ignored. */
export function parseChanges(header: string): Change[] {
  return header.split(',').flatMap((entry) => {
    const [, resource, version] = /^([a-z]+\/[^/@\s]{1,900})(?:@(\d{1,15}))?$/.exec(entry.trim()) ?? []
    if (resource === undefined) return []
    return [{ resource, ...(version !== undefined && { version: Number(version) }) }]
  })
}
