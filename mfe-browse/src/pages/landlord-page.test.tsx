import { buildLandlord, buildListing, renderApp } from '@offquad/web-kit/testing'
import { screen } from '@testing-library/react'
import { LandlordPage } from './landlord-page'

const open = (answers: NonNullable<Parameters<typeof renderApp>[1]>['answers']) =>
  renderApp(<LandlordPage />, { path: '/landlord/:landlordId', url: '/landlord/3', answers })

describe('the landlord page', () => {
  it('shows the rating out of 5 and the buildings', async () => {
    open({ '/api/landlord/3': { body: buildLandlord() }, '/api/buildings/all/3': { body: [buildListing()] } })

    expect(await screen.findByText('4.0 / 5')).toBeTruthy()
    expect(await screen.findByRole('link', { name: /Gull House/ })).toBeTruthy()
    expect(document.title).toBe('Offquad | Gull Homes')
  })

  it('is the not-found page for a landlord that does not exist', async () => {
    open({ '/api/landlord/3': { status: 404 } })

    expect(
      await screen.findByText('It seems as though the page you are looking for cannot be found!'),
    ).toBeTruthy()
  })
})
