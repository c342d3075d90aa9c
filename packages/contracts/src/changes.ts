/**
 * Response header of a write: a comma-separated list of the changed resources. If another service shows a resource, the entry
 * has the version that reads must include: `apartment/10@1763800000000`. For gateways, which do not pass it on to clients.
 */
export const CHANGED_HEADER = 'x-changed'

/** Response header of a public read: all resources that it depends on. Absent: any change in the service may affect it. */
export const SHOWS_HEADER = 'x-shows'

/** Request header of a read: the changes that the service waits for, up to a limit, before it responds. */
export const READ_AFTER_HEADER = 'x-read-after'

/** Maximum number of changes in a read; the newest are sent. */
export const MAX_AWAITED_CHANGES = 64

export interface Change {
  /** As formatted by `resourceOf`. */
  resource: string
  /** Newer versions include the change, too; absent if reads need not wait. */
  version?: number
}

/** The id of a resource: an apartment or landlord, with its reviews and everything computed from them. */
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
