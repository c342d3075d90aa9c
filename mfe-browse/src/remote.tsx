import { defineRemote } from '@offquad/web-kit'
import { ApartmentPage } from './pages/apartment-page'
import { HomePage } from './pages/home-page'
import { LandlordPage } from './pages/landlord-page'
import { LocationPage } from './pages/location-page'
import { SearchPage } from './pages/search-page'

export const remote = defineRemote({
  routes: [
    { path: '/', element: <HomePage /> },
    { path: '/search', element: <SearchPage /> },
    { path: '/apartment/:aptId', element: <ApartmentPage /> },
    { path: '/landlord/:landlordId', element: <LandlordPage /> },
    { path: '/location/:area', element: <LocationPage /> },
  ],
})
