import { REVIEW_TOPICS } from '@offquad/contracts'
import { measure, precisionOf, readSentences, recallOf } from './measure'

const PARTS = ['tuning', 'held-out'] as const
const ALL_PARTS = [...PARTS, 'later', 'second-held-out'] as const

describe('the labelled sentences', () => {
  const sentences = PARTS.flatMap(readSentences)

  it('are three hundred different ones, a third of them held out', () => {
    expect(new Set(sentences.map(({ sentence }) => sentence)).size).toBe(300)
    expect(readSentences('held-out')).toHaveLength(100)
  })

  it('have every topic in both parts, and sentences of none', () => {
    for (const part of PARTS) {
      const labels = readSentences(part).flatMap((one) => [...one.labels])
      for (const topic of REVIEW_TOPICS)
        expect(labels.some((label) => label.endsWith(` ${topic}`))).toBe(true)
    }
    expect(sentences.filter(({ labels }) => labels.size === 0).length).toBeGreaterThan(40)
  })
})

describe('what is found in the labelled sentences', () => {
  it.each(ALL_PARTS)(
    'is right nine times out of ten and complete seven times out of ten, in the part %s',
    (part) => {
      const { all } = measure(readSentences(part))

      expect(precisionOf(all)).toBeGreaterThanOrEqual(0.9)
      expect(recallOf(all)).toBeGreaterThanOrEqual(0.7)
    },
  )

  it('is so for every topic, with more tolerance', () => {
    const { byTopic } = measure(ALL_PARTS.flatMap(readSentences))

    for (const [topic, score] of byTopic) {
      expect([topic, precisionOf(score) >= 0.8]).toEqual([topic, true])
      expect([topic, recallOf(score) >= 0.7]).toEqual([topic, true])
    }
  })
})
