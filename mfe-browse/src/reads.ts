import {
  apartmentReviewsSlot,
  countListings,
  getApartments,
  getAreaReviewCount,
  getBuildingListings,
  getCampusBuses,
  getComparedRatings,
  getGuide,
  getGuides,
  getLandlord,
  getListings,
  getLocation,
  getReportedRents,
  getSearchSuggestions,
  getSortedHomePage,
  getTravelTimes,
  landlordReviewsSlot,
  MAX_COMPARED,
  searchListings,
} from '@offquad/contracts'
import { type PageAddress, readsOfSlot, type RemoteReads, urlOf } from '@offquad/web-kit'
import { comparedIds } from './components/chosen-places'
import { areaCounts } from './features/home/hero'
import { readOfRow } from './features/home/listing-row'
import { filterQuery, isOwnSearch, isSet, listingQuery, readSearch } from './features/search/search'

export const reads: RemoteReads = {
  pages: {
    '/': () => [
      ...(['distanceToCampus', 'numReviews', 'weightedRating'] as const).map((order) =>
        urlOf(getSortedHomePage, readOfRow(order)),
      ),
      urlOf(countListings, {}),
      ...areaCounts().map((call) => urlOf(getAreaReviewCount, call)),
      urlOf(getGuides, {}),
    ],
    '/search': searchReads,
    '/apartment/:aptId': (address) => {
      const { aptId = '' } = address.params
      return [
        urlOf(getApartments, { params: { ids: aptId } }),
        urlOf(getTravelTimes, { params: { id: aptId } }),
        urlOf(getCampusBuses, { params: { id: aptId } }),
        urlOf(getListings, { params: { ids: aptId } }),
        urlOf(getReportedRents, { query: { aptId } }),
        ...readsOfSlot(apartmentReviewsSlot, { aptId }, address),
      ]
    },
    '/landlord/:landlordId': (address) => {
      const { landlordId = '' } = address.params
      return [
        urlOf(getLandlord, { params: { id: landlordId } }),
        urlOf(getBuildingListings, { params: { landlordId } }),
        ...readsOfSlot(landlordReviewsSlot, { landlordId }, address),
      ]
    },
    '/location/:area': ({ params: { area = '' } }) => [
      urlOf(getLocation, { params: { area } }),
      urlOf(getReportedRents, { query: { area } }),
      urlOf(getGuides, {}),
    ],
    '/guides': () => [urlOf(getGuides, {})],
    '/guides/:slug': ({ params: { slug = '' } }) => [
      urlOf(getGuide, { params: { slug } }),
      urlOf(getGuides, {}),
    ],
    '/compare': ({ search }) => {
      const ids = comparedIds(search)
      if (ids.length === 0) return []
      return [
        urlOf(getListings, { params: { ids: ids.join(',') } }),
        urlOf(getComparedRatings, { query: { aptIds: ids.slice(0, MAX_COMPARED).join(',') } }),
      ]
    },
  },
}

function searchReads({ search: parameters }: PageAddress): string[] {
  const { page, ...search } = readSearch(parameters)
  if (!isSet(search)) return []
  return [
    ...(search.q ? [urlOf(getSearchSuggestions, { query: { q: search.q } })] : []),
    // Only its owner's browser knows the place.
    ...(isOwnSearch(search)
      ? []
      : [
          urlOf(searchListings, { query: listingQuery(search, page) }),
          urlOf(countListings, { query: filterQuery(search) }),
        ]),
  ]
}
