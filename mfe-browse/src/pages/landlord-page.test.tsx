import { buildLandlord, buildListing, renderApp } from '@offquad/web-kit/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import { LandlordPage } from './landlord-page'

const open = (responses: NonNullable<Parameters<typeof renderApp>[1]>['responses']) =>
  renderApp(<LandlordPage />, { path: '/landlord/:landlordId', url: '/landlord/3', responses })

describe('the landlord page', () => {
  it('shows the rating out of 5 and the buildings', async () => {
    open({ '/api/landlord/3': { body: buildLandlord() }, '/api/buildings/all/3': { body: [buildListing()] } })

    expect(await screen.findByText('4.0 / 5')).toBeTruthy()
    expect(await screen.findByRole('link', { name: /Gull House/ })).toBeTruthy()
    expect(document.title).toBe('Offquad | Gull Homes')
  })

  it.each([
    ['mailto:rent@gull.example?bcc=spy@evil.example', 'rent@gull.example', 'mailto:rent@gull.example'],
    ['https://www.gull.example/rent', 'gull.example', 'https://www.gull.example/rent'],
  ])('links the contact %s without added recipients or texts', async (contact, name, href) => {
    open({
      '/api/landlord/3': { body: buildLandlord({ contact }) },
      '/api/buildings/all/3': { body: [] },
    })

    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href)
  })

  it('does not link a contact that is neither a website, an e-mail address nor a telephone number', async () => {
    open({
      '/api/landlord/3': { body: buildLandlord({ contact: 'javascript:alert(1)' }) },
      '/api/buildings/all/3': { body: [] },
    })

    expect(await screen.findByText('No contact is listed.')).toBeTruthy()
  })

  it('shows the buildings before the reviews, at first four of them', async () => {
    const buildings = Array.from({ length: 7 }, (_, index) =>
      buildListing({ id: String(index), name: `House ${index}` }),
    )
    open({ '/api/landlord/3': { body: buildLandlord() }, '/api/buildings/all/3': { body: buildings } })

    const list = await screen.findByRole('region', { name: 'Buildings (7)' })
    expect(within(list).getAllByRole('link')).toHaveLength(4)
    const reviews = await screen.findByText('Reviews cannot be shown right now.')
    expect(list.compareDocumentPosition(reviews)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)

    fireEvent.click(within(list).getByRole('button', { name: 'Show all 7 buildings', expanded: false }))
    expect(within(list).getAllByRole('link')).toHaveLength(7)
    fireEvent.click(within(list).getByRole('button', { name: 'Show fewer', expanded: true }))
    expect(within(list).getAllByRole('link')).toHaveLength(4)
  })

  it('shows the buildings on a map on demand', async () => {
    open({ '/api/landlord/3': { body: buildLandlord() }, '/api/buildings/all/3': { body: [buildListing()] } })
    fireEvent.click(await screen.findByRole('button', { name: 'Show map', expanded: false }))

    expect(await screen.findByRole('button', { name: 'Zoom in' })).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Map of the buildings of Gull Homes' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Hide map', expanded: true })).toBeTruthy()
  })

  it('says what reviews say of replies, repairs and deposit', async () => {
    const topics = [
      { topic: 'noise' as const, praised: 5, criticised: 0 },
      { topic: 'replies' as const, praised: 4, criticised: 1 },
    ]
    open({ '/api/landlord/3': { body: buildLandlord({ topics }) }, '/api/buildings/all/3': { body: [] } })

    const list = await screen.findByRole('list', { name: 'What reviews say' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Praised: landlord’s replies 4', 'Criticized: landlord’s replies 1'])
  })

  it('shows when the buildings cannot be loaded and when there are none', async () => {
    const { unmount } = open({
      '/api/landlord/3': { body: buildLandlord() },
      '/api/buildings/all/3': { status: 503 },
    })
    expect(await screen.findByText('The buildings cannot be loaded right now.')).toBeTruthy()
    unmount()

    open({ '/api/landlord/3': { body: buildLandlord() }, '/api/buildings/all/3': { body: [] } })
    expect(await screen.findByText('No buildings are listed for this landlord.')).toBeTruthy()
  })

  it('shows the not-found page for a landlord that does not exist', async () => {
    open({ '/api/landlord/3': { status: 404 } })

    expect(
      await screen.findByText('It seems as though the page you are looking for cannot be found!'),
    ).toBeTruthy()
  })
})
