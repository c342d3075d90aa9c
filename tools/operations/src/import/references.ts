import { type ImportBatch, type ImportOutcome } from '@offquad/contracts'
import { type Row } from '@offquad/row-files'

/**
 * Landlords and apartments the files of one import bring along, for the rows that refer to them: a dry run stores
 * nothing, so services cannot know them.
 */
export interface References {
  /** @param outcomes one for each row, in order: several rows may stand on one line */
  add(kind: 'landlords' | 'apartments', rows: Row[], outcomes: ImportOutcome[]): void
  /** The imported ids that these rows refer to; nothing when there are none. */
  usedBy(rows: Row[]): ImportBatch['alsoImported']
}

export function collectReferences(): References {
  const landlordIds = new Set<string>()
  const landlordOfApartment = new Map<string, string | null>()

  return {
    add(kind, rows, outcomes) {
      for (const [index, { value }] of rows.entries()) {
        const id = idIn(value.id)
        if (id === undefined || outcomes[index]?.outcome === 'rejected') continue
        if (kind === 'landlords') landlordIds.add(id)
        else landlordOfApartment.set(id, idIn(value.landlordId) ?? null)
      }
    },

    usedBy(rows) {
      const used = {
        landlordIds: distinct(rows, 'landlordId').filter((id) => landlordIds.has(id)),
        apartments: distinct(rows, 'aptId').flatMap((id) => {
          const landlordId = landlordOfApartment.get(id)
          return landlordId === undefined ? [] : { id, landlordId }
        }),
      }
      return used.landlordIds.length + used.apartments.length > 0 ? used : undefined
    },
  }
}

const distinct = (rows: Row[], field: string): string[] => [
  ...new Set(rows.flatMap(({ value }) => idIn(value[field]) ?? [])),
]

/** An id as services read it: numbers are text, spaces around it do not count. */
function idIn(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return text === '' || text === 'null' || text === 'undefined' ? undefined : text
}
