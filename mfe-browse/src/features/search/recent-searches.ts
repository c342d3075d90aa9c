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

/** The text of a search and the labels of its filters. */
const partsOf = (search: Search): string[] => [search.q, ...activeFilters(search.filters)]

const isWithin = (parts: string[], whole: string[]): boolean => parts.every((part) => whole.includes(part))

/** Adds the current search, which replaces the previous one if it refines it. */
export function useRememberSearch({ q, filters }: Search): void {
  const text = JSON.stringify({ q, filters: { ...filters, bounds: undefined } })
  useEffect(() => {
    const search = JSON.parse(text) as Search
    const parts = partsOf(search)
    if (parts.join('') === '') return
    const earlier = recentSearches().filter((recent, index) => {
      const before = partsOf(recent)
      const isRefined = index === 0 && (isWithin(before, parts) || isWithin(parts, before))
      return !isRefined && before.join() !== parts.join()
    })
    writeSession(ENTRY, [search, ...earlier].slice(0, MOST))
  }, [text])
}
