import { type ComparedRatings } from '@offquad/contracts'
import { buildListing, renderApp } from '@offquad/web-kit/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useLocation, useNavigate } from 'react-router-dom'
import { CompareTray } from '../features/compare/compare-tray'
import { ComparePage } from './compare-page'

const CHOSEN = 'offquad/places-to-compare'
const chosen = () => JSON.parse(localStorage.getItem(CHOSEN) ?? '[]') as string[]
const house = (id: string) => buildListing({ id, name: `House ${id}` })
const ratingsOf = (aptId: string, safety: number): ComparedRatings => ({
  aptId,
  total: 2,
  detailedRatings: { location: 4, maintenance: 4, safety, conditions: 4 },
})

/** @param existing ids in the catalog */
const responsesFor = (existing: string[], ...requests: string[][]) =>
  Object.fromEntries(
    requests.flatMap((ids) => [
      [
        `/api/listings/${encodeURIComponent(ids.join(','))}`,
        { body: ids.filter((id) => existing.includes(id)).map(house) },
      ],
      [
        `/api/reviews/ratings?aptIds=${encodeURIComponent(ids.slice(0, 4).join(','))}`,
        { body: ids.map((id, index) => ratingsOf(id, 3 + index / 2)) },
      ],
    ]),
  )

function Address() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <output>{pathname + search}</output>
      <button onClick={() => void navigate(-1)}>Back</button>
    </>
  )
}

const open = (ids: string, responses: ReturnType<typeof responsesFor> = {}) =>
  renderApp(
    <>
      <ComparePage />
      <CompareTray />
      <Address />
    </>,
    { path: '/compare', url: `/compare${ids && `?ids=${ids}`}`, responses },
  )

const address = () => screen.getAllByRole('status').find(({ tagName }) => tagName === 'OUTPUT')?.textContent
const names = async () => (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent)
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

afterEach(() => act(() => localStorage.clear()))

describe('the page that compares places', () => {
  it('says how to begin when there is nothing to compare, and continues with what is chosen', async () => {
    localStorage.setItem(CHOSEN, '["1","2"]')
    open('')

    expect(await screen.findByRole('heading', { level: 1, name: 'Compare places side by side' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Search places' }).getAttribute('href')).toBe('/search')
    expect(screen.getByRole('link', { name: 'Compare the 2 places you chose' }).getAttribute('href')).toBe(
      '/compare?ids=1,2',
    )
  })

  it('is a table in the order of the URL, with the rows that differ', async () => {
    open('2,1', responsesFor(['1', '2'], ['2', '1']))

    expect(await names()).toEqual(['House 2', 'House 1'])
    expect(screen.getByRole('row', { name: /^Safety/ }).textContent).toContain('3.0 3.5 best')
    expect(screen.queryByRole('row', { name: /^Bathrooms/ })).toBeNull()

    press(/^Show \d+ equal rows/)
    expect(screen.getByRole('row', { name: /^Bathrooms.*the same/ })).toBeTruthy()
  })

  it('names each place once, and says which do not exist', async () => {
    open('1,gone,1,2', responsesFor(['1', '2'], ['1', 'gone', '2'], ['1', '2']))

    expect(await names()).toEqual(['House 1', 'House 2'])
    expect(await screen.findByText('1 place is no longer listed and left out.')).toBeTruthy()
  })

  it('shows four of more places, and leads to the others', async () => {
    const ids = ['1', '2', '3', '4', '5', '6']
    open(ids.join(','), responsesFor(ids, ids, ids.slice(0, 4)))

    expect(await names()).toHaveLength(4)
    expect(screen.getByText(/Left out: House 5, House 6\./)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Compare those instead' }).getAttribute('href')).toBe(
      '/compare?ids=5,6',
    )
  })

  it('says when none of the places exists', async () => {
    open('gone', responsesFor([], ['gone']))

    expect(await screen.findByText('These places are no longer listed.')).toBeTruthy()
  })

  it('offers to try again when the places cannot be loaded', async () => {
    open('1', { '/api/listings/1': { status: 503 } } as never)

    expect(await screen.findByText('The places cannot be compared right now.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  it('removes a place at once, here and from what is chosen, and Back returns it', async () => {
    localStorage.setItem(CHOSEN, '["1","2","3"]')
    open('1,2,3', responsesFor(['1', '2', '3'], ['1', '2', '3'], ['1', '3']))
    await names()

    press('Remove House 2')
    expect(await names()).toEqual(['House 1', 'House 3'])
    expect([address(), chosen()]).toEqual(['/compare?ids=1,3', ['1', '3']])
    expect(document.activeElement?.tagName).toBe('H1')

    press('Back')
    await waitFor(async () => expect(await names()).toEqual(['House 1', 'House 2', 'House 3']))
    expect(chosen()).toEqual(['1', '2', '3'])
  })

  it('removes the last place from what is chosen, too', async () => {
    localStorage.setItem(CHOSEN, '["1"]')
    open('1', responsesFor(['1'], ['1']))
    await names()

    press('Remove House 1')
    await waitFor(() => expect(address()).toBe('/compare'))
    expect(chosen()).toEqual([])
  })

  it('leaves what is chosen in this browser alone when a link shows something else', async () => {
    localStorage.setItem(CHOSEN, '["9"]')
    open('1,2', responsesFor(['1', '2'], ['1', '2'], ['1']))
    await names()

    press('Remove House 2')
    await waitFor(() => expect(address()).toBe('/compare?ids=1'))
    expect(chosen()).toEqual(['9'])
  })

  it('has no tray', async () => {
    localStorage.setItem(CHOSEN, '["1","2"]')
    open('1,2', responsesFor(['1', '2'], ['1', '2']))
    await names()

    expect(screen.queryByRole('navigation', { name: 'Places to compare' })).toBeNull()
  })
})

describe('the tray of chosen places', () => {
  const openTray = (...ids: string[]) => openTrayOn('/search', ...ids)
  const openTrayOn = (path: string, ...ids: string[]) => {
    localStorage.setItem(CHOSEN, JSON.stringify(ids))
    return renderApp(
      <main tabIndex={-1}>
        <CompareTray />
      </main>,
      { path, responses: responsesFor(['1', '2', '3', '4'], ids, ids.slice(1)) },
    )
  }
  const tray = () => screen.findByRole('navigation', { name: 'Places to compare' })

  it('leads to their comparison, and removes one or all', async () => {
    openTray('1', '2', '3')
    await screen.findByText('House 1')
    expect(
      within(await tray())
        .getByRole('link', { name: 'Compare 3 places' })
        .getAttribute('href'),
    ).toBe('/compare?ids=1,2,3')

    press('Remove House 1')
    expect(chosen()).toEqual(['2', '3'])
    press('Clear')
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(localStorage.getItem(CHOSEN)).toBeNull()
  })

  it('keeps the focus when the button that has it is gone, and gives it to the page at the end', async () => {
    openTray('1', '2', '3')
    await screen.findByText('House 1')
    const pressFocused = (name: string) => {
      screen.getByRole('button', { name }).focus()
      press(name)
    }

    pressFocused('Remove House 1')
    expect(document.activeElement).toBe(await tray())
    pressFocused('Clear')
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  it('leaves the lower edge of a narrow window to the bar of an apartment', async () => {
    jest.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query === '(max-width: 960px)',
          addEventListener() {},
          removeEventListener() {},
        }) as never,
    )
    const { unmount } = openTrayOn('/apartment/7', '1', '2')
    expect(screen.queryByRole('navigation')).toBeNull()
    unmount()

    openTrayOn('/search', '1', '2')
    expect(await tray()).toBeTruthy()
    jest.restoreAllMocks()
  })

  it('asks for another where there is one', async () => {
    openTray('1')

    expect(within(await tray()).getByText('Choose one more')).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('forgets what was deleted', async () => {
    openTray('gone', '2')

    await waitFor(() => expect(chosen()).toEqual(['2']))
  })
})
