import { renderApp } from '@offquad/web-kit/testing'
import { fireEvent, screen } from '@testing-library/react'
import { recentSearches, useRememberSearch } from './recent-searches'
import { type Search } from './search'
import { SearchBar } from './search-bar'

function Page({ search }: { search: Search }) {
  useRememberSearch(search)
  return <SearchBar onSearch={() => undefined} />
}

const search = (...searches: Search[]) => {
  for (const entry of searches) renderApp(<Page search={entry} />, {}).unmount()
}
const suggested = () => {
  renderApp(<SearchBar onSearch={() => undefined} />, {})
  const input = screen.getByRole('combobox', { name: /Search by name/ })
  fireEvent.focus(input)
  fireEvent.click(input)
  return screen.getAllByRole('option').map((option) => option.textContent)
}

afterEach(() => sessionStorage.clear())

describe('before anything is typed', () => {
  it('areas and two examples of what the search understands are suggested', () => {
    const options = suggested()

    expect(options.filter((text) => text.includes('An example of what you can type'))).toEqual([
      expect.stringMatching(/^2 bed under 1200/),
      expect.stringMatching(/^studio near Main Plaza/),
    ])
    expect(options.some((text) => text.startsWith('West'))).toBe(true)
    expect(screen.getByText('2 bed under 1200').closest('a')?.getAttribute('href')).toMatch(
      /maxPrice.*1200.*bedrooms/,
    )
  })

  it('the last three searches are suggested, newest first, each once', () => {
    const lane = { q: 'lane', filters: {} }
    search(
      { q: 'quiet', filters: {} },
      lane,
      { q: '', filters: { locations: ['West'] } },
      { q: '', filters: { bedrooms: 2, bounds: '42,-77,43,-76' } },
      lane,
    )

    expect(suggested().slice(0, 3)).toEqual(
      ['“lane”', '2+ beds', 'West'].map((name) => `${name}Recent search`),
    )
  })

  it('of the refinements of a text only the last is kept, and nothing of a page without a search', () => {
    search({ q: '', filters: {} })
    expect(recentSearches()).toEqual([])

    search({ q: 'lane', filters: {} }, { q: 'lane', filters: { bedrooms: 2 } })

    expect(recentSearches()).toEqual([{ q: 'lane', filters: { bedrooms: 2 } }])
  })
})
