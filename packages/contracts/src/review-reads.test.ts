import { ENDPOINTS } from './services'
import { REVIEW_READS } from './review-reads'

/** Members of replies that change when a review does. */
const REVIEW_FIELDS = [
  'reviewText',
  'numReviews',
  'avgRating',
  'decline',
  'medianHoursToDecision',
  'reported',
]

const EVENT_STREAMS = ['/api/admin/waiting-reviews']
const DOWNLOADS = ['/api/account/export']

const replyMentions = (schema: unknown, names: string[]): boolean => {
  if (typeof schema !== 'object' || schema === null) return false
  return Object.entries(schema).some(([name, value]) => names.includes(name) || replyMentions(value, names))
}

describe('REVIEW_READS', () => {
  it('lists every GET endpoint whose reply contains reviews or review stats', () => {
    const expected = Object.values(ENDPOINTS)
      .flat()
      .filter(({ method, reply }) => method === 'GET' && replyMentions(reply, REVIEW_FIELDS))
      .map(({ path }) => path)
      .filter((path) => ![...EVENT_STREAMS, ...DOWNLOADS].includes(path))

    expect(REVIEW_READS.map(({ path }) => path)).toEqual(expect.arrayContaining(expected))
  })
})
