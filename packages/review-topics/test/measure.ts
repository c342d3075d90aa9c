import { OPINIONS, REVIEW_TOPICS, type Opinion, type ReviewTopic } from '@offquad/contracts'
import heldOut from '../data/held-out.json'
import later from '../data/later.json'
import secondHeldOut from '../data/second-held-out.json'
import tuning from '../data/tuning.json'
import { findTopics } from '../src/find-topics'

/** The README describes the purpose of each part. */
const FILES = {
  tuning,
  'held-out': heldOut,
  later,
  'second-held-out': secondHeldOut,
}
export type Part = keyof typeof FILES

interface LabelledSentence {
  sentence: string
  /** "praised heat", "criticised noise". */
  labels: Set<string>
}

const SIGNS: Record<string, Opinion> = { '+': 'praised', '-': 'criticised' }

/** @throws Error for a label that is not a topic */
export function readSentences(part: Part): LabelledSentence[] {
  return FILES[part].map(({ sentence, labels }) => ({ sentence, labels: new Set(labels.map(readLabel)) }))
}

function readLabel(label: string): string {
  const [opinion, topic] = [SIGNS[label.charAt(0)], label.slice(1)]
  if (!opinion || !REVIEW_TOPICS.some((name) => name === topic)) throw new Error(`"${label}" is not a label.`)
  return `${opinion} ${topic}`
}

/** Counts of labels, each a topic with an opinion. */
export interface Score {
  found: number
  labelled: number
  right: number
}

export interface Measurement {
  byTopic: Map<ReviewTopic, Score>
  all: Score
  /** Sentences with missed or wrong labels. */
  mistakes: { sentence: string; missed: string[]; wrong: string[] }[]
}

export function measure(sentences: readonly LabelledSentence[]): Measurement {
  const empty = (): Score => ({ found: 0, labelled: 0, right: 0 })
  const byTopic = new Map(REVIEW_TOPICS.map((topic) => [topic, empty()]))
  const all = empty()
  const mistakes: Measurement['mistakes'] = []
  for (const { sentence, labels } of sentences) {
    const topics = findTopics(sentence)
    const claimed = new Set(
      OPINIONS.flatMap((opinion) => topics[opinion].map((topic) => `${opinion} ${topic}`)),
    )
    for (const [topic, score] of byTopic)
      for (const opinion of OPINIONS) {
        const key = `${opinion} ${topic}`
        for (const sum of [score, all]) {
          sum.found += claimed.has(key) ? 1 : 0
          sum.labelled += labels.has(key) ? 1 : 0
          sum.right += claimed.has(key) && labels.has(key) ? 1 : 0
        }
      }
    const missed = [...labels].filter((label) => !claimed.has(label))
    const wrong = [...claimed].filter((label) => !labels.has(label))
    if (missed.length + wrong.length > 0) mistakes.push({ sentence, missed, wrong })
  }
  return { byTopic, all, mistakes }
}

/** The share of found labels that are right; 1 if none was found. */
export const precisionOf = ({ found, right }: Score): number => (found === 0 ? 1 : right / found)

/** The share of labels that were found; 1 without labels. */
export const recallOf = ({ labelled, right }: Score): number => (labelled === 0 ? 1 : right / labelled)
