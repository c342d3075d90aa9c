import { type PublishedApp } from '@offquad/contracts'

const MAX_ENTRIES = 100
const MAX_CHARACTERS = 300
const MAX_BYTES = 32 * 1024

/** Lists the oversized parts of a registry entry, which every page of the site contains. */
export function findExcess(app: PublishedApp): string[] {
  const bytes = Buffer.byteLength(JSON.stringify(app))
  if (bytes > MAX_BYTES)
    return [
      `it describes itself in ${bytes} bytes, over the limit of ${MAX_BYTES}`,
      ...excessIn(app).slice(0, 5),
    ]
  return excessIn(app)
}

function excessIn(value: unknown, at = ''): string[] {
  if (typeof value === 'string')
    return value.length > MAX_CHARACTERS
      ? [`its ${at} has ${value.length} characters, over the limit of ${MAX_CHARACTERS}`]
      : []
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value) && value.length > MAX_ENTRIES)
    return [`its ${at} has ${value.length} entries, over the limit of ${MAX_ENTRIES}`]
  return Object.entries(value).flatMap(([name, member]) => excessIn(member, at ? `${at}.${name}` : name))
}
