import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { type University, VISIBLE_STATUSES } from '@offquad/contracts'
import { apartmentRows, firstUnitOf, landlordRows, withRooms } from './listings'
import { type DemoAuthors, moderationRows } from './moderation'
import { reviewRows } from './reviews'
import { drawExterior, STYLES } from './pictures/exterior'
import { drawInterior } from './pictures/interior'
import { drawSnapshot } from './pictures/snapshot'
import { createRandom } from './random'

const SEED = 1865
// Enough that no two cards side by side show the same house, few enough to be drawn in a moment.
const EXTERIORS = 140
const INTERIORS = 60
const SNAPSHOTS = 48

interface DemoDataOptions {
  /** Where the import files go. */
  folder: string
  /** Where the drawn pictures go, which the site serves under /media/. */
  mediaFolder: string
  /** The apartments lie around its map center, in its areas. */
  university: University
  /** The accounts that wrote the reviews that administrators have to deal with. */
  authors: DemoAuthors
}

/**
 * Writes invented apartments, landlords and reviews as import files, and their pictures. They are the same every time, except
 * for the reviews' dates, the last of which is today.
 */
export async function writeImportFiles({ folder, mediaFolder, university, authors }: DemoDataOptions) {
  await Promise.all([mkdir(folder, { recursive: true }), mkdir(mediaFolder, { recursive: true })])
  const random = createRandom(SEED)
  const exteriors = await drawAll(
    EXTERIORS,
    (index) => drawExterior(createRandom(SEED + index), index % STYLES),
    mediaFolder,
  )
  const interiors = await drawAll(
    INTERIORS,
    (index) => drawInterior(createRandom(SEED * 2 + index), index),
    mediaFolder,
  )
  const snapshots = await drawAll(SNAPSHOTS, (index) => drawSnapshot(SEED * 3, index), mediaFolder)
  const landlords = landlordRows(random).map((row, index) => ({
    ...row,
    photos: exteriors.slice(index, index + 1),
  }))
  const plain = apartmentRows(university, random)
  const today = new Date()
  const reviews = [
    ...reviewRows(plain, { today, photos: snapshots }, random),
    ...moderationRows(plain, authors, today),
  ]
  const apartments = withRooms(plain, today).map((row, index) => ({ ...row, photos: photosOf(index) }))

  function photosOf(index: number): string[] {
    if (index % 17 === 5) return []
    const outside = exteriors[(firstUnitOf(index) * 37) % exteriors.length] ?? ''
    const inside = Array.from(
      { length: index % 4 },
      (_, room) => interiors[(index * 11 + room * 7) % interiors.length] ?? '',
    )
    return [outside, ...new Set(inside)]
  }

  const files = {
    landlords: path.join(folder, 'landlords.json'),
    apartments: path.join(folder, 'apartments.json'),
    reviews: path.join(folder, 'reviews.json'),
  }
  await writeFile(files.landlords, listOf(landlords))
  await writeFile(files.apartments, listOf(apartments))
  await writeFile(files.reviews, listOf(reviews))
  const numApartmentReviews = reviews.filter(
    ({ aptId, status }) => aptId !== null && VISIBLE_STATUSES.includes(status),
  ).length
  return { files, numApartmentReviews }
}

// A row a line: a report's line numbers lead to it.
const listOf = (rows: object[]) => `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`

/** Draws pictures into files named by their content; returns the paths they are served under. */
async function drawAll(count: number, draw: (index: number) => string, folder: string): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const drawing = draw(index)
      const name = `${createHash('sha256').update(drawing).digest('hex').slice(0, 16)}.svg`
      await writeFile(path.join(folder, name), drawing)
      await writeFile(path.join(folder, `${name}.br`), await promisify(brotliCompress)(drawing))
      return `/media/${name}`
    }),
  )
}
