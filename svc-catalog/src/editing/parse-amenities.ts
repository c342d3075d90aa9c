import { AMENITIES, AMENITY_IDS, quote } from '@offquad/contracts'
import { isBlank } from '@offquad/service-kit/import-fields'
import { listOf } from './parse-list'

/** Amenities by id or name, from a list, JSON of one, or a text separated by commas, semicolons or "|". */
export function readAmenities(value: unknown): string[] {
  const listed = listOf(value, (text) => text.split(/ *[,;|\n] */)).filter((one) => !isBlank(one))
  const read = listed.map((one) => ({ one, id: amenityOf(String(one)) }))
  const unknown = read.filter(({ id }) => id === undefined).map(({ one }) => quote(one))
  if (unknown.length > 0)
    throw new Error(`has ${unknown.join(', ')}, which is not a known amenity: use ${AMENITY_IDS.join(', ')}`)
  return AMENITY_IDS.filter((id) => read.some((one) => one.id === id))
}

function amenityOf(text: string): string | undefined {
  const words = (name: string) =>
    name
      .toLowerCase()
      .split(/[\s_-]+/)
      .filter(Boolean)
      .join(' ')
  return AMENITY_IDS.find((id) => [id, AMENITIES[id]].some((name) => words(name) === words(text)))
}
