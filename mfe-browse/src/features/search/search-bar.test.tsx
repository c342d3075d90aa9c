import { renderApp, translatePage } from '@offquad/web-kit/testing'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { type Search } from './search'
import { SearchBar } from './search-bar'

const GULL = { id: '7', name: 'Gull House', address: '1 Gull Lane', label: 'APARTMENT' }
const TERN = { id: '3', name: 'Tern Homes', address: '', label: 'LANDLORD' }

const suggestionsFor = (q: string) => `/api/search?q=${q}`

function open(responses = {}) {
  const onSearch = jest.fn<void, [Search, boolean]>()
  const result = renderApp(<SearchBar onSearch={onSearch} />, {
    responses: { [suggestionsFor('gu')]: { body: [GULL, TERN] }, ...responses },
  })
  return { ...result, onSearch, input: screen.getByRole('combobox', { name: /Search by name/ }) }
}

const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })
const press = (input: HTMLElement, key: string) => fireEvent.keyDown(input, { key })
const goBack = () =>
  act(async () => {
    history.back()
    await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  })
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 0)))

describe('the search bar', () => {
  it('suggests apartments and landlords as links to their pages', async () => {
    const { input } = open()

    type(input, 'gu')

    const apartment = await screen.findByRole('option', { name: /Gull House/ })
    expect(apartment.getAttribute('href')).toBe('/apartment/7')
    expect(screen.getByRole('option', { name: /Tern Homes/ }).getAttribute('href')).toBe('/landlord/3')
    expect(input.getAttribute('aria-expanded')).toBe('true')
  })

  it('shows the filters of the address again on Back, even if the page never got to show the others', async () => {
    // A slow phone: the search without the filter has not been rendered when the user goes back.
    history.replaceState({ key: 'two-beds' }, '')
    const onSearch = () => history.pushState({ key: 'any-beds' }, '')
    renderApp(<SearchBar isLive search={{ q: '', filters: { bedrooms: 2 } }} onSearch={onSearch} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Remove filter: 2+ beds' }))
    expect(screen.queryByRole('button', { name: 'Remove filter: 2+ beds' })).toBeNull()

    await goBack()

    expect(screen.getByRole('button', { name: 'Remove filter: 2+ beds' })).toBeTruthy()
  })

  it('keeps what was typed when a dialog over the page is closed', async () => {
    history.replaceState({ key: 'page' }, '')
    const { input } = open()
    type(input, 'oak street')
    // As overlay-history.ts of ui does.
    history.pushState({ ...history.state, offquadOverlays: 1 }, '')

    await goBack()

    expect(input).toHaveProperty('value', 'oak street')
  })

  it('sends one request for text that is typed fast', async () => {
    const { input, calls } = open()

    for (const text of ['g', 'gu', 'gul', 'gu']) type(input, text)
    await screen.findByRole('option', { name: /Gull House/ })

    expect(calls).toEqual([suggestionsFor('gu')])
  })

  it('moves through suggestions with the arrow keys, closes on Escape and keeps the text', async () => {
    const { input } = open()
    type(input, 'gu')
    await screen.findByRole('option', { name: /Gull House/ })

    press(input, 'ArrowDown')
    press(input, 'ArrowDown')
    const active = document.getElementById(input.getAttribute('aria-activedescendant') ?? '')
    expect(active?.textContent).toContain('Tern Homes')
    press(input, 'Escape')

    expect(screen.queryByRole('option')).toBeNull()
    expect(input).toHaveProperty('value', 'gu')
  })

  it('filters by the commute to a building, 15 minutes on foot to begin with', async () => {
    const onSearch = jest.fn<void, [Search, boolean]>()
    renderApp(<SearchBar onSearch={onSearch} isLive />, {})
    fireEvent.click(screen.getByRole('button', { name: 'Commute' }))
    const choose = (label: string, value: string) =>
      fireEvent.change(screen.getByRole('combobox', { name: label }), { target: { value } })
    const last = () => onSearch.mock.lastCall?.[0].filters

    choose('To', 'upsonHall')
    expect(last()).toEqual({ commute: 'upsonHall:walk:15' })
    choose('How', 'bike')
    choose('At most', '')
    expect(last()).toEqual({ commute: 'upsonHall:bike' })
    expect(screen.getByRole('button', { name: 'Remove filter: To Upson Hall by bike' })).toBeTruthy()
    choose('To', '')
    expect(last()).toEqual({})
  })

  it('filters by bus commute where the site has a timetable, and says what it contains', async () => {
    const onSearch = jest.fn<void, [Search, boolean]>()
    renderApp(<SearchBar onSearch={onSearch} isLive />, {
      responses: { '/api/commute-options': { body: { modes: ['walk', 'bus'], findsAddresses: false } } },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Commute' }))
    const choose = (label: string, value: string) =>
      fireEvent.change(screen.getByRole('combobox', { name: label }), { target: { value } })

    choose('To', 'upsonHall')
    expect(screen.queryByText(/waiting half the time/)).toBeNull()
    await screen.findByRole('option', { name: 'By bus' })
    choose('How', 'bus')

    expect(onSearch.mock.lastCall?.[0].filters).toEqual({ commute: 'upsonHall:bus:15' })
    expect(screen.getByText(/waiting half the time between two buses/)).toBeTruthy()
  })

  it('opens the highlighted suggestion on Enter instead of searching', async () => {
    const { input, onSearch } = open()
    type(input, 'gu')
    await screen.findByRole('option', { name: /Gull House/ })

    press(input, 'ArrowDown')
    press(input, 'Enter')
    await settle()

    // The bar is only mounted at /, so it disappears after a navigation.
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(onSearch).not.toHaveBeenCalled()
  })

  it('shows when nothing is found and when suggestions fail', async () => {
    const { input } = open({
      [suggestionsFor('xyz')]: { body: [] },
      [suggestionsFor('down')]: { status: 503 },
    })

    type(input, 'xyz')
    expect(await screen.findAllByText('No search results.')).not.toHaveLength(0)
    type(input, 'down')
    expect(await screen.findAllByText(/Suggestions cannot be loaded/)).not.toHaveLength(0)
  })

  it('searches for a text on Enter, and shows a hint when it is empty', () => {
    const { input, onSearch } = open()

    press(input, 'Enter')
    expect(onSearch).not.toHaveBeenCalled()
    expect(screen.getByRole('alert').textContent).toContain('Type a name or an address')
    expect(document.activeElement).toBe(input)
    type(input, '  gull ')
    press(input, 'Enter')

    expect(onSearch.mock.lastCall?.[0]).toEqual({ q: 'gull', filters: {} })
    expect(screen.getByRole('alert').textContent).toBe('')
  })

  it('accepts only digits as a price, at most five', () => {
    const { onSearch } = open()
    fireEvent.click(screen.getByRole('button', { name: /^Price/ }))
    const least = screen.getByRole('textbox', { name: 'At least' })

    type(least, '$1,2a34567')
    expect(least).toHaveProperty('value', '12345')
    fireEvent.blur(least)
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))

    expect(onSearch.mock.lastCall?.[0]).toEqual({ q: '', filters: { minPrice: '12345' } })
  })

  it('does not count rooms below zero', () => {
    const { onSearch } = open()
    fireEvent.click(screen.getByRole('button', { name: 'Beds & Baths' }))
    const beds = screen.getByRole('group', { name: 'Beds' })

    const fewer = within(beds).getByRole('button', { name: 'Fewer beds' })
    // Not disabled, so that it keeps the focus.
    expect(fewer.matches(':disabled')).toBe(false)
    expect(fewer.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(fewer)
    fireEvent.click(within(beds).getByRole('button', { name: 'More beds' }))
    fireEvent.click(within(beds).getByRole('button', { name: 'More beds' }))
    fireEvent.click(fewer)
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))

    expect(onSearch.mock.lastCall?.[0]).toEqual({ q: '', filters: { bedrooms: 1 } })
  })

  it('says on a phone what the sheet of a filter is about, also when it is set', () => {
    const isPhone = jest.spyOn(window, 'matchMedia')
    isPhone.mockReturnValue({ matches: true, addEventListener() {}, removeEventListener() {} } as never)
    renderApp(
      <SearchBar isLive search={{ q: '', filters: { bedrooms: 2 } }} onSearch={() => undefined} />,
      {},
    )

    fireEvent.click(screen.getByRole('button', { name: '2+ beds' }))

    expect(screen.getByRole('heading', { name: 'Beds & Baths' })).toBeTruthy()
    isPhone.mockRestore()
  })

  it('offers the areas of the university and clears the chosen ones', () => {
    const { onSearch } = open()
    fireEvent.click(screen.getByRole('button', { name: 'Location' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'North' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'West' }))
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    expect(onSearch.mock.lastCall?.[0]).toEqual({ q: '', filters: { locations: ['West', 'North'] } })

    fireEvent.click(screen.getByRole('button', { name: 'Clear (2) filters' }))

    expect(screen.getByRole('button', { name: 'Location' })).toBeTruthy()
  })

  it.each(['we', 'West', 'west'])('suggests the area that starts with %s', async (typed) => {
    const { input } = open({ [suggestionsFor(typed)]: { body: [] } })

    type(input, typed)

    const area = await screen.findByRole('option', { name: /^West/ })
    expect(area.getAttribute('href')).toBe('/location/west')
    expect(screen.queryByText('No search results.')).toBeNull()
  })

  it('suggests a search for words that describe a filter', async () => {
    const { input } = open({ [suggestionsFor('2 bed under 1200 near engineering quad')]: { body: [] } })

    type(input, '2 bed under 1200 near engineering quad')

    const option = await screen.findByRole('option', {
      name: /2\+ beds · Up to \$1,200 · Within 15 min walk of Engineering Quad/,
    })
    expect(
      JSON.parse(new URLSearchParams(option.getAttribute('href')?.split('?')[1]).get('filters') ?? ''),
    ).toEqual({ maxPrice: '1200', bedrooms: 2, commute: 'engQuad:walk:15' })
  })

  it('says that cheap is an order', async () => {
    const { input } = open({ [suggestionsFor('cheap studio')]: { body: [] } })

    type(input, 'cheap studio')

    expect(await screen.findByRole('option', { name: /Studio · Lowest Price/ })).toBeTruthy()
  })

  it('counts the matching apartments while a filter is open, also on a translated page, then shows them', async () => {
    const { onSearch, calls } = open({
      '/api/search-with-query-and-filters/count?maxPrice=900': { body: { count: 136 } },
    })
    fireEvent.click(screen.getByRole('button', { name: /^Price/ }))
    expect(screen.getByRole('button', { name: 'Done' })).toBeTruthy()
    translatePage()

    // Safari leaves the focus in the field when a button is pressed: what is typed counts without leaving it.
    type(screen.getByRole('textbox', { name: /^At most/ }), '900')
    fireEvent.click(await screen.findByRole('button', { name: 'Show 136 apartments' }))

    expect(onSearch.mock.lastCall?.[0]).toEqual({ q: '', filters: { maxPrice: '900' } })
    expect(calls).toEqual(['/api/search-with-query-and-filters/count?maxPrice=900'])
  })

  it('only closes a filter when nothing is chosen', () => {
    const { onSearch } = open()
    fireEvent.click(screen.getByRole('button', { name: /^Price/ }))

    fireEvent.click(screen.getByRole('button', { name: 'Done' }))

    expect(screen.getByRole('button', { name: /^Price/ }).getAttribute('aria-expanded')).toBe('false')
    expect(onSearch).not.toHaveBeenCalled()
  })
})
