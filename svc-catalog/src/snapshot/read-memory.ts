import { type Landlord, type Listing } from '@offquad/contracts'
import { type Catalog } from '../catalog'
import { compareIds } from '../compare-ids'
import { bestFirst } from './best-first'
import { type Entry } from './entry'
import { type KnownLandlord, type Memory } from './memory'
import { countSelected, selectListings } from './select-listings'
import { similarPlaces } from './similar-places'
import { suggest } from './suggest'

/** The catalog as the features of the service see it. */
export function readMemory(memory: Memory): Catalog {
  const { entries, landlords } = memory
  return {
    apartment: (id) => entries.get(id)?.listing.buildingData,
    listing(id) {
      const entry = entries.get(id)
      return entry && presentListing(memory, entry)
    },
    apartmentCount: () => entries.size,
    travelTimes: (id) => entries.get(id)?.travelTimes,
    landlord(id) {
      const known = landlords.get(id)
      return known && presentLandlord(known, listingsOfLandlord(memory, id))
    },
    listingsOfLandlord: (landlordId) => listingsOfLandlord(memory, landlordId),
    listings: (selection) => selectListings(memory, selection).map((entry) => presentListing(memory, entry)),
    countListings: (selection) => countSelected(memory, selection),
    suggest: (typed, size) => suggest(memory, typed, size),
    landlords: (text, size) => findLandlords(memory, text, size),
    similarPlaces: (place, size) => similarPlaces(memory, place, size),
  }
}

function listingsOfLandlord(memory: Memory, landlordId: string): Listing[] {
  const { apartmentIdsByLandlord, entries } = memory
  return [...(apartmentIdsByLandlord.get(landlordId) ?? [])]
    .flatMap((id) => entries.get(id) ?? [])
    .sort((first, second) => first.order - second.order)
    .map((entry) => presentListing(memory, entry))
}

/** The weight of a rating changes with everyone's reviews, so it is no part of the entry. */
function presentListing({ orders }: Memory, { listing }: Entry): Listing {
  const weighted = orders.weightedRatingOf(listing)
  return weighted === null ? listing : { ...listing, weightedRating: weighted }
}

/** Landlords are far fewer than apartments: all of them are put in order for whoever asks. */
function findLandlords(memory: Memory, text: string, size: number) {
  const { landlords, landlordTexts, landlordNumbers } = memory
  const known = text ? matching(text) : [...landlords.values()].sort((one, other) => byName(one, other))
  return {
    landlords: known
      .slice(0, size)
      .map((one) => presentLandlord(one, listingsOfLandlord(memory, one.landlord.id))),
    total: known.length,
  }

  function matching(typed: string): KnownLandlord[] {
    const { matches } = landlordTexts.find(typed, ['name', 'address'])
    const best = bestFirst(matches, { size: matches.numbers.length, compare: landlordNumbers.compare })
    return best.flatMap(({ number }) => landlords.get(landlordNumbers.idOf(number)) ?? [])
  }
}

const byName = (one: KnownLandlord, other: KnownLandlord): number =>
  one.landlord.name.localeCompare(other.landlord.name) || compareIds(one.landlord.id, other.landlord.id)

function presentLandlord({ landlord, stats }: KnownLandlord, listings: Listing[]): Landlord {
  const { profilePhoto, ...content } = landlord
  return {
    ...content,
    ...(profilePhoto !== null && { profilePhoto }),
    avgRating: stats?.avgRating ?? 0,
    numReviews: stats?.numReviews ?? 0,
    properties: listings.map(({ buildingData }) => buildingData.id),
    reviews: stats?.reviewIds ?? [],
  }
}
