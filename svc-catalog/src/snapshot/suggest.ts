import { type SearchResult } from '@offquad/contracts'
import { compareIds } from '../compare-ids'
import { bestFirst } from './best-first'
import { type Memory } from './memory'
import { type Numbering } from './numbering'
import { type Texts, type TextIndex } from './text-index'

interface Searched {
  label: SearchResult['label']
  texts: TextIndex
  numbers: Numbering
}

/** Apartments and landlords together, by name and address. */
export function suggest(memory: Memory, typed: string, size: number): SearchResult[] {
  const kinds: Searched[] = [
    { label: 'APARTMENT', texts: memory.apartmentTexts, numbers: memory.apartmentNumbers },
    { label: 'LANDLORD', texts: memory.landlordTexts, numbers: memory.landlordNumbers },
  ]
  const found = kinds.map((kind) => ({ kind, ...kind.texts.find(typed, ['name', 'address']) }))
  // What matches word for word leaves no room for what only resembles.
  const looseness = Math.min(...found.map((one) => one.looseness))
  return found
    .filter((one) => one.looseness === looseness)
    .flatMap(({ kind: { label, texts, numbers }, matches }) => {
      return bestFirst(matches, { size, compare: numbers.compare }).map(({ number, score }) => ({
        result: present(label, numbers.idOf(number), texts.get(number)),
        score,
      }))
    })
    .sort((first, second) => second.score - first.score || compareIds(first.result.id, second.result.id))
    .slice(0, size)
    .map(({ result }) => result)
}

const present = (label: SearchResult['label'], id: string, texts: Texts | undefined): SearchResult => ({
  ...{ id, name: texts?.name ?? '', address: texts?.address ?? '', label },
})
