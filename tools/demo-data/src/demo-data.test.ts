import { readdirSync } from 'node:fs'
import path from 'node:path'
import { AMENITY_IDS, REVIEW_STATUSES, summarizeRooms, University } from '@offquad/contracts'
import { Value } from 'typebox/value'
import university from '../../../config/university.json'
import { readDemoGuides } from './demo-guides'
import { type DemoAuthors, importRows } from './import-rows'

const today = new Date('2026-11-20T00:00:00Z')
const authors: DemoAuthors = {
  maya: { userId: 'maya', photos: ['/api/photos/1', '/api/photos/2', '/api/photos/3'] },
  theo: { userId: 'theo', photos: ['/api/photos/4'] },
  priya: { userId: 'priya', photos: ['/api/photos/5', '/api/photos/6'] },
}
const rows = importRows({ university: Value.Parse(University, university), authors, today })
const { landlords, apartments } = rows
const isWritten = ({ id }: { id: string }) => id.startsWith('demo-written-')
const written = rows.reviews.filter(isWritten)
const reviews = rows.reviews.filter((review) => !isWritten(review))

const countBy = (keys: (string | null)[]): number[] => {
  const counts = new Map<string | null, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts.values()]
}

describe('the demo data', () => {
  it('has apartments with different names, and reviews of the past', () => {
    expect(new Set(apartments.map(({ name }) => name)).size).toBe(apartments.length)
    expect([...reviews, ...written].every(({ date }) => new Date(date) < today)).toBe(true)
  })

  it('has apartments with several room types, one and none, whose smallest one is what the older fields say', () => {
    const counts = apartments.map(({ roomTypes = [] }) => Math.min(2, roomTypes.length))

    expect(new Set(counts)).toEqual(new Set([0, 1, 2]))
    expect(apartments.some(({ roomTypes }) => roomTypes?.[0]?.beds === 0)).toBe(true)
    expect(apartments.some(({ amenities }) => amenities === undefined)).toBe(true)
    expect(new Set(apartments.flatMap(({ amenities = [] }) => amenities))).toEqual(new Set(AMENITY_IDS))
    for (const { roomTypes = [], numBeds, price } of apartments) {
      const smallest = summarizeRooms(roomTypes)
      if (!smallest) continue
      expect(smallest.numBeds).toBe(numBeds)
      if (price !== '') expect(smallest.price).toBe(price)
    }
  })

  it('has reviews that report rents: over years, in every area, and where no rent is listed', () => {
    const reports = reviews.flatMap(({ aptId, price, bedrooms, date }) =>
      price > 0
        ? { apartment: apartments.find(({ id }) => id === aptId), bedrooms, year: date.slice(0, 4) }
        : [],
    )
    const enough = (keys: (string | undefined)[]) =>
      countBy(keys.map((key) => key ?? null)).filter((count) => count >= 3)

    const unlisted = reports.filter(({ apartment }) => apartment?.price === '')
    expect(enough(unlisted.map(({ apartment }) => apartment?.id)).length).toBeGreaterThan(2)
    expect(
      enough(reports.map((report) => `${report.apartment?.id}/${report.bedrooms}/${report.year}`)).length,
    ).toBeGreaterThan(4)
    for (const area of ['COLLEGETOWN', 'WEST', 'NORTH', 'DOWNTOWN']) {
      const there = reports.filter(({ apartment, bedrooms }) => apartment?.area === area && bedrooms > 0)
      expect(enough(there.map(({ bedrooms, year }) => `${bedrooms}/${year}`)).length).toBeGreaterThan(1)
    }
  })

  it('has reviews that say when leases were signed, enough for the season of several areas', () => {
    const signed = reviews.filter((review) => 'signedMonth' in review && review.signedMonth)
    const areas = signed.map(({ aptId }) => apartments.find(({ id }) => id === aptId)?.area ?? null)

    expect(countBy(areas).filter((reports) => reports >= 5).length).toBeGreaterThan(2)
  })

  it('has reviews of Maya in every status, and pending ones with pictures', () => {
    const statuses = written.filter(({ userId }) => userId === 'maya').map(({ status }) => status)

    expect(new Set(statuses)).toEqual(new Set(REVIEW_STATUSES))
    expect(written.some(({ status, photos }) => status === 'PENDING' && photos.length > 0)).toBe(true)
    expect(written.filter(({ status }) => status === 'REPORTED').length).toBeGreaterThan(2)
  })

  it('names only landlords, apartments and pictures that exist', () => {
    const landlordIds = new Set(['', ...landlords.map(({ id }) => id)])
    const apartmentIds = new Set([null, ...apartments.map(({ id }) => id)])
    const pictures = readdirSync(path.join(__dirname, '../pictures')).map((name) => `/media/${name}`)

    expect(apartments.filter(({ landlordId }) => !landlordIds.has(landlordId))).toEqual([])
    expect(rows.reviews.filter(({ aptId }) => !apartmentIds.has(aptId))).toEqual([])
    const shown = [...landlords, ...apartments, ...reviews].flatMap(({ photos }) => photos)
    expect(shown.filter((picture) => !pictures.includes(picture))).toEqual([])
  })

  it('has three guides to read and a draft, which link to each other', async () => {
    const guides = await readDemoGuides(path.join(__dirname, '../guides'))

    expect(guides.map(({ isPublished }) => isPublished)).toEqual([true, true, true, false])
    const slugs = guides.filter(({ isPublished }) => isPublished).map(({ content }) => content.slug)
    for (const { content, isPublished } of guides) {
      const { title, summary, body } = content
      expect([title.length, summary.length].map((length) => length > 10)).toEqual([true, true])
      if (isPublished) expect(body).toContain('not legal advice')
      for (const [, slug] of body.matchAll(/\]\(\/guides\/([^)]*)\)/g)) expect(slugs).toContain(slug)
    }
  })

  it('lies around the center of any university, in its areas', () => {
    const elsewhere = { ...Value.Parse(University, university), mapCenter: { latitude: 60, longitude: 10 } }
    const moved = importRows({ university: { ...elsewhere, areas: [] }, authors, today }).apartments

    expect(new Set(moved.map(({ area }) => area))).toEqual(new Set(['OTHER']))
    for (const { latitude, longitude } of moved) {
      expect(Math.abs(latitude - 60)).toBeLessThan(0.1)
      expect(Math.abs(longitude - 10)).toBeLessThan(0.2)
    }
  })
})
