import { type SearchResult } from '@offquad/contracts'
import { type PlaceDescription } from '../catalog'
import { type Memory } from './memory'
import { type Field, type Texts } from './text-index'
import { longFormOf, wordsOf } from './words'

/** Places of the same name or at the same address, apart from case, punctuation and abbreviations. */
export function similarPlaces(memory: Memory, place: PlaceDescription, size: number): SearchResult[] {
  const { label, name = '', address = '', except } = place
  const isApartment = label === 'APARTMENT'
  const texts = isApartment ? memory.apartmentTexts : memory.landlordTexts
  const numbers = isApartment ? memory.apartmentNumbers : memory.landlordNumbers
  const found = new Map<string, Texts>()
  for (const [field, typed, isSame] of [
    ['name', name, isSameName],
    ['address', address, isSameAddress],
  ] as const satisfies [Field, string, unknown][]) {
    const words = canonical(typed)
    if (words.length === 0) continue
    for (const number of texts.find(typed, [field]).matches.numbers) {
      const known = texts.get(number)
      if (known && isSame(words, canonical(known[field]))) found.set(numbers.idOf(number), known)
    }
  }
  return [...found]
    .filter(([id]) => id !== except)
    .slice(0, size)
    .map(([id, known]) => ({ id, label, name: known.name, address: known.address }))
}

const canonical = (text: string): string[] => wordsOf(text).map(longFormOf)

const isSameName = (one: string[], other: string[]): boolean => one.join(' ') === other.join(' ')

/** With or without the town: "113 College Ave" is "113 College Avenue, Ithaca, NY". */
function isSameAddress(one: string[], other: string[]): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length > 1 && short.every((word, index) => word === long[index])
}
