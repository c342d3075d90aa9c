import { type University } from '@offquad/contracts'
import apartments from '../data/apartments.json'
import landlords from '../data/landlords.json'
import reviews from '../data/reviews.json'
import { ACTIVITY, type Author } from './activity'
import { offset } from './offset'

const HOUR_MS = 60 * 60 * 1000

/** The accounts that wrote the reviews of `ACTIVITY`: their ids, and pictures each of them uploaded. */
export type DemoAuthors = Record<Author, { userId: string; photos: string[] }>

interface Demo {
  /** The apartments lie around its map center, in its areas. */
  university: University
  authors: DemoAuthors
  today: Date
}

/** The rows of the import files, with pictures from /media/ and dates up to today. */
export function importRows({ university, authors, today }: Demo) {
  const areas = new Set(university.areas.map(({ id }) => id))
  // Leases begin on the first of August, as in most university towns.
  const leaseYear = today.getUTCFullYear() + (today.getUTCMonth() < 7 ? 0 : 1)
  const date = (hoursAgo: number) => new Date(today.getTime() - hoursAgo * HOUR_MS).toISOString()
  return {
    landlords: landlords.map((row) => ({ ...row, photos: inMedia(row.photos) })),
    apartments: apartments.map(({ northKm, eastKm, roomTypes, photos, ...row }) => ({
      ...row,
      area: areas.has(row.area) ? row.area : 'OTHER',
      ...offset(university.mapCenter, northKm, eastKm),
      roomTypes: roomTypes?.map(({ availableFrom, ...room }) => ({
        ...room,
        availableFrom: availableFrom && `${leaseYear}-${availableFrom}`,
      })),
      photos: inMedia(photos),
    })),
    reviews: [
      ...reviews.map(({ daysAgo, photos, ...row }) => ({
        ...row,
        date: date(daysAgo * 24),
        status: 'APPROVED' as const,
        photos: inMedia(photos),
      })),
      ...ACTIVITY.reviews.map(({ by, hoursAgo, numPhotos = 0, ...row }) => ({
        ...row,
        userId: authors[by].userId,
        date: date(hoursAgo),
        photos: authors[by].photos.slice(0, numPhotos),
        likes: 0,
      })),
    ],
  }
}

const inMedia = (names: string[]): string[] => names.map((name) => `/media/${name}`)
