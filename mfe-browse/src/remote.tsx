import {
  apartmentReviewsSlot,
  compareToggleSlot,
  compareTraySlot,
  guideSlot,
  landlordReviewsSlot,
  searchFieldSlot,
} from '@offquad/contracts'
import { lazyComponent } from '@offquad/ui'
import { defineRemote, lazyPage, preloadSlot, provideSlot } from '@offquad/web-kit'
import { CompareToggle } from './components/compare-toggle'

// Every page preloads the named chunks of slots, such as the header's field.
const HeaderSearch = lazyComponent(
  async () => {
    return (await import(/* webpackChunkName: "header-search" */ './features/search/header-search'))
      .HeaderSearch
  },
  { label: 'The search field' },
)

const GuideArticle = lazyComponent(
  async () => (await import('./features/guides/guide-article')).GuideArticle,
  { label: 'The guide' },
)

const CompareTray = lazyComponent(async () => (await import('./features/compare/compare-tray')).CompareTray, {
  label: 'The chosen places',
})

export const remote = defineRemote({
  routes: [
    lazyPage('/', async () => {
      return (await import(/* webpackChunkName: "page-home" */ './pages/home-page')).HomePage
    }),
    lazyPage('/search', async () => {
      return (await import(/* webpackChunkName: "page-search" */ './pages/search-page')).SearchPage
    }),
    lazyPage('/apartment/:aptId', async () => {
      preloadSlot(apartmentReviewsSlot)
      return (await import(/* webpackChunkName: "page-apartment-aptid" */ './pages/apartment-page'))
        .ApartmentPage
    }),
    lazyPage('/landlord/:landlordId', async () => {
      preloadSlot(landlordReviewsSlot)
      return (await import(/* webpackChunkName: "page-landlord-landlordid" */ './pages/landlord-page'))
        .LandlordPage
    }),
    lazyPage('/location/:area', async () => {
      return (await import(/* webpackChunkName: "page-location-area" */ './pages/location-page')).LocationPage
    }),
    lazyPage('/guides', async () => {
      return (await import(/* webpackChunkName: "page-guides" */ './pages/guides-page')).GuidesPage
    }),
    lazyPage('/guides/:slug', async () => {
      return (await import(/* webpackChunkName: "page-guides-slug" */ './pages/guide-page')).GuidePage
    }),
    lazyPage('/compare', async () => {
      return (await import(/* webpackChunkName: "page-compare" */ './pages/compare-page')).ComparePage
    }),
  ],
  slots: {
    ...provideSlot(searchFieldSlot, HeaderSearch),
    ...provideSlot(guideSlot, GuideArticle),
    ...provideSlot(compareToggleSlot, CompareToggle),
    ...provideSlot(compareTraySlot, CompareTray),
  },
})
