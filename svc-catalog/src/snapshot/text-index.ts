import { type SearchResult } from '@offquad/contracts'
import MiniSearch, { type SearchOptions } from 'minisearch'
import { compareIds } from '../compare-ids'
import { fold, includesWords, isTelling, longFormOf, wordsOf } from './words'

export type Label = SearchResult['label']
type Field = 'name' | 'address' | 'company'

export interface IndexedText {
  label: Label
  id: string
  name: string
  address: string
  /** The landlord's name of an apartment. */
  company: string
}

interface StoredText extends IndexedText {
  key: string
  foldedName: string
}

export interface TextIndex {
  /** Adds a text or replaces the one with the same label and id. */
  set(text: IndexedText): void
  remove(label: Label, id: string): void
  /** What matches in these fields, best first. */
  match(typed: string, fields: Field[], label?: Label): IndexedText[]
}

// Longer than any name or address; what follows cannot change what is found, only how long it takes.
const TEXT_LENGTH = 200
const WORDS = 8
const WORD_LENGTH = 30

/** One wrong letter in a short word, two in a long one; house numbers must be right. */
function allowedTypos(word: string): number | boolean {
  if (word.length < 4 || /\d/.test(word)) return false
  return word.length < 6 ? 1 : 2
}

/** Every word as typed, then every word with typos, then at least one of the words: the first that finds anything. */
const ATTEMPTS: SearchOptions[] = [
  { combineWith: 'AND' },
  { combineWith: 'AND', fuzzy: allowedTypos },
  { combineWith: 'OR', fuzzy: allowedTypos },
]

export function createTextIndex(): TextIndex {
  const texts = new Map<string, StoredText>()
  const index = new MiniSearch<StoredText>({
    idField: 'key',
    fields: ['name', 'address', 'company'],
    tokenize: wordsOf,
    processTerm: longFormOf,
    searchOptions: { prefix: true, boost: { name: 3, address: 2, company: 1 }, processTerm: searchedForm },
  })

  function find(words: string[], options: SearchOptions): Scored[] {
    return index.search(words.join(' '), options).flatMap(({ id, score }) => {
      const text = texts.get(id)
      return text ? [{ text, score }] : []
    })
  }

  function remove(label: Label, id: string): void {
    const known = texts.get(keyOf(label, id))
    if (!known) return
    // Not `discard`, whose later clean-up fails when the index changes meanwhile.
    index.remove(known)
    texts.delete(known.key)
  }

  return {
    set(text) {
      remove(text.label, text.id)
      const stored = { ...text, key: keyOf(text.label, text.id), foldedName: fold(text.name) }
      index.add(stored)
      texts.set(stored.key, stored)
    },
    remove,
    match(typed, fields, label) {
      const start = typed.slice(0, TEXT_LENGTH)
      const { sought, further } = splitWords(start)
      const filter = (result: { id: string }) => !label || result.id.startsWith(label)
      for (const attempt of ATTEMPTS) {
        const found = find(sought, { ...attempt, fields, filter })
        const whole = found.filter(({ text }) =>
          includesWords(fields.map((field) => text[field]).join(' '), further),
        )
        if (found.length > 0) return rank(whole.length > 0 ? whole : found, fold(start).trim())
      }
      return []
    },
  }
}

const keyOf = (label: Label, id: string) => `${label}/${id}`

/** Short forms that begin their long form are left alone: they may begin another word, as "st" begins "Stewart". */
function searchedForm(word: string): string {
  const long = longFormOf(word)
  return long.startsWith(word) ? word : long
}

/** The words the index is asked for, and those that only tell apart what it finds. */
function splitWords(text: string): { sought: string[]; further: string[] } {
  const words = [...new Set(wordsOf(text))].slice(0, WORDS).map((word) => word.slice(0, WORD_LENGTH))
  const telling = words.filter(isTelling)
  if (telling.length === 0) return { sought: words.slice(0, 1), further: words.slice(1) }
  return { sought: telling, further: words.filter((word) => !isTelling(word)) }
}

interface Scored {
  text: StoredText
  score: number
}

/** A name that is, or begins with, exactly what was typed comes before any score. */
function rank(found: Scored[], typed: string): IndexedText[] {
  return found
    .map(({ text, score }) => ({ text, score, closeness: closenessOf(text.foldedName, typed) }))
    .sort(
      (first, second) =>
        second.closeness - first.closeness ||
        second.score - first.score ||
        compareIds(first.text.id, second.text.id),
    )
    .map(({ text }) => text)
}

function closenessOf(name: string, typed: string): number {
  if (name === typed) return 2
  return name.startsWith(typed) ? 1 : 0
}
