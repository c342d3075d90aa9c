import { SearchFilters } from '@offquad/contracts'
import { readSession, writeSession } from '@offquad/web-kit'
import { useEffect } from 'react'
import { Type } from 'typebox'
import { activeFilters, type Search } from './search'

const ENTRY = 'recent-searches'
const MOST = 3
const Searches = Type.Array(Type.Object({ q: Type.String(), filters: SearchFilters }))

/** The last searches of this tab, newest first. */
export const recentSearches = (): Search[] => readSession(ENTRY, Searches) ?? []

/** What a search says, part by part. */
const partsOf = (search: Search): string[] => [search.q, ...activeFilters(search).map(({ label }) => label)]

const isWithin = (parts: string[], others: string[]): boolean => parts.every((part) => others.includes(part))

/** Adds what is searched for; of refinements of a search only the last. */
export function useRememberSearch({ q, filters }: Search): void {
  const text = JSON.stringify({ q, filters: { ...filters, bounds: undefined } })
  useEffect(() => {
    const search = JSON.parse(text) as Search
    const parts = partsOf(search)
    if (parts.join('') === '') return
    const others = recentSearches().filter((other, index) => {
      const before = partsOf(other)
      const isRefined = index === 0 && (isWithin(before, parts) || isWithin(parts, before))
      return !isRefined && before.join() !== parts.join()
    })
    writeSession(ENTRY, [search, ...others].slice(0, MOST))
  }, [text])
}
