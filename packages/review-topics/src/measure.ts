import { OPINIONS, REVIEW_TOPICS, type Opinion, type ReviewTopic } from '@offquad/contracts'
import heldOut from '../data/held-out.json'
import later from '../data/later.json'
import secondHeldOut from '../data/second-held-out.json'
import tuning from '../data/tuning.json'
import { findTopics } from './find-topics'

/** What they are for is in the README. */
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

/** @throws Error for a label that is no topic */
export function readSentences(part: Part): LabelledSentence[] {
  return FILES[part].map(({ sentence, labels }) => ({ sentence, labels: new Set(labels.map(readLabel)) }))
}

function readLabel(label: string): string {
  const [opinion, topic] = [SIGNS[label.charAt(0)], label.slice(1)]
  if (!opinion || !REVIEW_TOPICS.some((known) => known === topic)) throw new Error(`"${label}" is no label.`)
  return `${opinion} ${topic}`
}

/** What was found of what is there; both are of a topic with an opinion. */
export interface Score {
  found: number
  labelled: number
  right: number
}

export interface Measurement {
  byTopic: Map<ReviewTopic, Score>
  all: Score
  /** Sentences with something that was missed or wrong. */
  mistakes: { sentence: string; missed: string[]; wrong: string[] }[]
}

export function measure(sentences: readonly LabelledSentence[]): Measurement {
  const empty = (): Score => ({ found: 0, labelled: 0, right: 0 })
  const byTopic = new Map(REVIEW_TOPICS.map((topic) => [topic, empty()]))
  const all = empty()
  const mistakes: Measurement['mistakes'] = []
  for (const { sentence, labels } of sentences) {
    const topics = findTopics(sentence)
    const found = new Set(
      OPINIONS.flatMap((opinion) => topics[opinion].map((topic) => `${opinion} ${topic}`)),
    )
    for (const [topic, score] of byTopic)
      for (const opinion of OPINIONS) {
        const key = `${opinion} ${topic}`
        for (const sum of [score, all]) {
          sum.found += found.has(key) ? 1 : 0
          sum.labelled += labels.has(key) ? 1 : 0
          sum.right += found.has(key) && labels.has(key) ? 1 : 0
        }
      }
    const missed = [...labels].filter((label) => !found.has(label))
    const wrong = [...found].filter((label) => !labels.has(label))
    if (missed.length + wrong.length > 0) mistakes.push({ sentence, missed, wrong })
  }
  return { byTopic, all, mistakes }
}

/** How much of what was found is right; 1 where nothing was found. */
export const precisionOf = ({ found, right }: Score): number => (found === 0 ? 1 : right / found)

/** How much of what is there was found; 1 where nothing is there. */
export const recallOf = ({ labelled, right }: Score): number => (labelled === 0 ? 1 : right / labelled)
