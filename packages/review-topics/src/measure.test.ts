import { measure, precisionOf, readSentences, recallOf } from './measure'

const PARTS = ['tuning', 'held-out', 'later', 'second-held-out'] as const

describe('what is found in the labelled sentences', () => {
  it.each(PARTS)(
    'is right nine times out of ten and complete seven times out of ten, in the part %s',
    (part) => {
      const { all } = measure(readSentences(part))

      expect(precisionOf(all)).toBeGreaterThanOrEqual(0.9)
      expect(recallOf(all)).toBeGreaterThanOrEqual(0.7)
    },
  )

  it('is so for every topic, with more tolerance', () => {
    const { byTopic } = measure(PARTS.flatMap(readSentences))

    for (const [topic, score] of byTopic) {
      expect([topic, precisionOf(score) >= 0.8]).toEqual([topic, true])
      expect([topic, recallOf(score) >= 0.7]).toEqual([topic, true])
    }
  })
})
