import { AMENITY_IDS, type Opinion, REVIEW_STATUSES, summarizeRooms, University } from '@offquad/contracts'
import { findTopics } from '@offquad/review-topics'
import { Value } from 'typebox/value'
import university from '../../../config/university.json'
import { declinedLater, type DemoAuthors, moderationRows } from './moderation'
import { apartmentRows, landlordRows, withRooms } from './listings'
import { reviewRows } from './reviews'
import { drawExterior, STYLES } from './pictures/exterior'
import { drawInterior } from './pictures/interior'
import { takePhotograph } from './pictures/photograph'
import { drawSnapshot } from './pictures/snapshot'
import { createRandom } from './random'
import { ASPECTS, OPENINGS, type Ratings, type Tone, toneOf } from './review-phrases'
import { createReviewWriter, patternOf } from './review-text'

const today = new Date('2026-11-20T00:00:00Z')
const AUTHORS: DemoAuthors = {
  maya: { userId: 'maya', photos: ['/api/photos/1', '/api/photos/2', '/api/photos/3'] },
  theo: { userId: 'theo', photos: ['/api/photos/4'] },
  priya: { userId: 'priya', photos: ['/api/photos/5', '/api/photos/6'] },
}
const TONES: readonly Tone[] = ['good', 'mixed', 'bad']

function generate() {
  const random = createRandom(1865)
  const landlords = landlordRows(random)
  const apartments = apartmentRows(Value.Parse(University, university), random)
  const photos = Array.from({ length: 20 }, (_, index) => `/media/${index}.svg`)
  return {
    landlords,
    apartments,
    reviews: reviewRows(apartments, { today, photos }, random),
    written: moderationRows(apartments, AUTHORS, today),
  }
}

const countBy = (keys: (string | null)[]): number[] => {
  const counts = new Map<string | null, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts.values()]
}

const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?])\s+/).filter((sentence) => sentence.length > 30)

describe('the demo data', () => {
  it('is the same every time', () => {
    expect(generate()).toEqual(generate())
  })

  it('has a few hundred apartments with different names and two to three hundred reviews', () => {
    const { apartments, reviews, written } = generate()

    expect(new Set(apartments.map(({ name }) => name)).size).toBe(320)
    expect(reviews.length + written.length).toBeGreaterThanOrEqual(200)
    expect(reviews.length + written.length).toBeLessThanOrEqual(300)
    expect(reviews.every(({ reviewText }) => reviewText.length >= 15 && reviewText.length <= 2000)).toBe(true)
    expect([...reviews, ...written].every(({ date }) => new Date(date) < today)).toBe(true)
  })

  it('has buildings with several apartments, which are at one point with one landlord', () => {
    const units = generate().apartments.filter(({ name }) => name.includes(', Unit '))

    const points = new Set(units.map(({ latitude, longitude }) => `${latitude},${longitude}`))
    expect([units.length, points.size]).toEqual([10, 3])
    expect(new Set(units.map(({ landlordId }) => landlordId)).size).toBeLessThanOrEqual(3)
  })

  it('has landlords and apartments with more reviews than a page shows, and apartments without any', () => {
    const { apartments, reviews } = generate()
    const ofApartments = countBy(reviews.flatMap(({ aptId }) => aptId ?? []))

    expect(Math.max(...countBy(reviews.map(({ landlordId }) => landlordId)))).toBeGreaterThan(13)
    expect(Math.max(...ofApartments)).toBeGreaterThan(11)
    expect(ofApartments.length).toBeLessThan(apartments.length / 2)
    for (const id of ['demo-landlord-1', 'demo-landlord-2'])
      expect(reviews.some(({ landlordId }) => landlordId === id)).toBe(true)
  })

  it('has apartments with several room types, one and none, whose smallest one is what the older fields say', () => {
    const apartments = withRooms(generate().apartments, today)
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

  it('has a landlord and an apartment whose reviews often praise some things and criticize others', () => {
    const { reviews } = generate()
    const places = [
      reviews.filter(({ landlordId }) => landlordId === 'demo-landlord-1'),
      reviews.filter(({ aptId }) => aptId === 'demo-28'),
    ]

    for (const place of places) {
      const topics = place.map(({ reviewText }) => findTopics(reviewText))
      const often = (opinion: Opinion) =>
        countBy(topics.flatMap((found) => found[opinion])).filter((count) => count > 1)
      expect(often('praised').length).toBeGreaterThan(2)
      expect(often('criticised').length).toBeGreaterThan(0)
    }
  })

  it('has reviews that report rents: over years, in every area, and where no rent is listed', () => {
    const { apartments, reviews } = generate()
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
      enough(reports.map((one) => `${one.apartment?.id}/${one.bedrooms}/${one.year}`)).length,
    ).toBeGreaterThan(4)
    for (const area of ['COLLEGETOWN', 'WEST', 'NORTH', 'DOWNTOWN']) {
      const there = reports.filter(({ apartment, bedrooms }) => apartment?.area === area && bedrooms > 0)
      expect(enough(there.map(({ bedrooms, year }) => `${bedrooms}/${year}`)).length).toBeGreaterThan(1)
    }
  })

  it('spreads the reviews over years', () => {
    const years = new Set(generate().reviews.map(({ date }) => date.slice(0, 4)))

    expect(years.size).toBeGreaterThanOrEqual(6)
  })

  it('has pictures in some reviews', () => {
    const { reviews } = generate()
    const withPhotos = reviews.filter(({ photos }) => photos.length > 0)

    expect(withPhotos.length).toBeGreaterThan(30)
    expect(withPhotos.length).toBeLessThan(reviews.length / 2)
    expect(withPhotos.some(({ photos }) => photos.length === 3)).toBe(true)
    expect(withPhotos.every(({ photos }) => new Set(photos).size === photos.length)).toBe(true)
  })

  it('has reviews of Maya in every status, and pending ones with pictures', () => {
    const { written } = generate()
    const statuses = written.filter(({ userId }) => userId === 'maya').map(({ status }) => status)

    expect(new Set(statuses)).toEqual(new Set(REVIEW_STATUSES))
    expect(written.some(({ status, photos }) => status === 'PENDING' && photos.length > 0)).toBe(true)
    expect(written.filter(({ status }) => status === 'REPORTED').length).toBeGreaterThan(2)
  })

  it('has a declined review of Maya that says why, and reviews that an administrator declines', () => {
    const declined = generate().written.filter(({ status }) => status === 'DECLINED')

    expect(declined.find(({ userId }) => userId === 'maya')?.decline).toMatchObject({
      reason: 'contact-details',
      note: expect.any(String),
    })
    expect(declinedLater().map(({ decline }) => decline.reason)).toEqual(['too-little', 'not-about-home'])
  })

  it('names only landlords that exist', () => {
    const { landlords, apartments } = generate()
    const ids = new Set(['', ...landlords.map(({ id }) => id)])

    expect(apartments.filter(({ landlordId }) => !ids.has(landlordId))).toEqual([])
  })

  it('draws a different picture for every kind and seed, small and without scripts', () => {
    const outside = Array.from({ length: 70 }, (_, index) =>
      drawExterior(createRandom(index), index % STYLES),
    )
    const inside = Array.from({ length: 30 }, (_, index) => drawInterior(createRandom(index), index))
    const snapshots = Array.from({ length: 16 }, (_, index) => drawSnapshot(7, index))
    const pictures = [...outside, ...inside, ...snapshots]

    expect(new Set(pictures).size).toBe(116)
    expect(pictures.every((drawing) => drawing.startsWith('<svg') && drawing.length < 24_000)).toBe(true)
    expect(pictures.some((drawing) => /script|NaN|undefined/.test(drawing))).toBe(false)
  })
})

describe('takePhotograph', () => {
  it('makes a PNG file in each of four shapes', () => {
    const sizes = [0, 1, 2, 3].map((kind) => {
      const file = takePhotograph(createRandom(kind), kind)
      expect(file.subarray(1, 4).toString()).toBe('PNG')
      return [file.readUInt32BE(16), file.readUInt32BE(20)]
    })

    expect(sizes).toEqual([
      [640, 480],
      [480, 640],
      [1400, 240],
      [240, 1000],
    ])
  })
})

describe('the texts of the demo reviews', () => {
  const writeMany = (count: number) => {
    const random = createRandom(3)
    return Array.from({ length: count }, () => {
      const rate = () => random.between(1, 5)
      const ratings: Ratings = { location: rate(), maintenance: rate(), safety: rate(), conditions: rate() }
      const review = { ratings, overall: rate(), bedrooms: random.between(1, 6) }
      return { ...review, text: createReviewWriter(random).write(review) }
    })
  }

  it('never repeats a sentence', () => {
    const { reviews } = generate()
    const sentences = reviews.flatMap(({ reviewText }) => sentencesOf(reviewText))

    expect(new Set(reviews.map(({ reviewText }) => reviewText)).size).toBe(reviews.length)
    expect(countBy(sentences.map((sentence) => sentence.toLowerCase())).filter((count) => count > 1)).toEqual(
      [],
    )
  })

  it('has a few that are longer than a card shows', () => {
    const long = generate().reviews.filter(({ reviewText }) => reviewText.length > 500)

    expect(long.length).toBeGreaterThan(5)
    expect(long.length).toBeLessThan(40)
  })

  it('has thousands of different texts in store', () => {
    expect(new Set(writeMany(4000).map(({ text }) => text)).size).toBeGreaterThan(3990)
  })

  it('agrees with the ratings: nothing good is said of what was rated badly, nor the other way round', () => {
    const claims = (Object.keys(ASPECTS) as (keyof Ratings)[]).flatMap((aspect) =>
      TONES.flatMap((tone) =>
        ASPECTS[aspect][tone].map((phrase) => ({ aspect, tone, pattern: patternOf(phrase) })),
      ),
    )
    const openings = TONES.flatMap((tone) =>
      OPENINGS[tone].map((phrase) => ({ tone, pattern: patternOf(phrase) })),
    )
    for (const { text, ratings, overall } of writeMany(400)) {
      const made = claims.filter(({ pattern }) => pattern.test(text))
      expect(made.length).toBeGreaterThan(0)
      expect(made.filter(({ aspect, tone }) => tone !== toneOf(ratings[aspect]))).toEqual([])
      expect(openings.filter(({ tone, pattern }) => tone !== toneOf(overall) && pattern.test(text))).toEqual(
        [],
      )
    }
  })
})
