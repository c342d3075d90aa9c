import { type Random } from './random'
import { ASPECTS, CLOSINGS, OPENINGS, type Ratings, TIPS, toneOf } from './review-phrases'

export interface ReviewWriter {
  /** What a student would write who gave these ratings; no two texts of one writer share a sentence. */
  write(review: { ratings: Ratings; overall: number; bedrooms: number }): string
}

type Aspect = keyof Ratings

const ORDER: readonly Aspect[] = ['location', 'maintenance', 'safety', 'conditions']
const ALONE = 1
const ABOUT_OTHERS = /roommate|of us|all of us|\{Two\|Three|tired people|six people/
const CONTRASTS = ['That said, ', 'On the other hand, ', 'Still, ', 'To be fair, '] as const
const TRIES = 40
/** Longer than a card shows at once. */
const LONG_SHARE = 0.1

/** Picks the least used phrases first, so that a few hundred reviews do not sound like one author. */
export function createReviewWriter(random: Random): ReviewWriter {
  const used = new Map<string, number>()
  const written = new Set<string>()

  function sentenceOf(phrases: readonly string[], bedrooms: number): string {
    const fitting = phrases.filter((phrase) => bedrooms !== ALONE || !ABOUT_OTHERS.test(phrase))
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const fewest = Math.min(...fitting.map((phrase) => used.get(phrase) ?? 0))
      const phrase = random.pick(fitting.filter((one) => (used.get(one) ?? 0) === fewest))
      used.set(phrase, fewest + 1)
      const sentence = expand(phrase, random)
      if (written.has(sentence)) continue
      written.add(sentence)
      return sentence
    }
    throw new RangeError(`all sentences like "${String(fitting[0])}" are taken: add phrases`)
  }

  return {
    write({ ratings, overall, bedrooms }) {
      const tone = toneOf(overall)
      const isLong = random.chance(LONG_SHARE)
      const byWeight = ORDER.toSorted(
        (a, b) => Math.abs(ratings[b] - 3) - Math.abs(ratings[a] - 3) + random.bell(),
      )
      const aspects = isLong
        ? byWeight.flatMap((aspect) => [aspect, aspect])
        : byWeight.slice(0, random.pick([1, 2, 2, 3, 3, 4]))
      const observations = aspects.map((aspect) => ({
        tone: toneOf(ratings[aspect]),
        text: sentenceOf(ASPECTS[aspect][toneOf(ratings[aspect])], bedrooms),
      }))
      const sentences = observations.map(({ tone: own, text }, index) => {
        const isTurn = index > 0 && own !== 'mixed' && own !== observations[index - 1]?.tone
        return isTurn && random.chance(0.5) ? `${random.pick(CONTRASTS)}${lowerFirst(text)}` : text
      })
      return layOut(
        [
          ...(random.chance(0.85) ? [sentenceOf(OPENINGS[tone], bedrooms)] : []),
          ...sentences,
          ...(isLong || random.chance(0.4) ? [sentenceOf(TIPS, bedrooms)] : []),
          ...(random.chance(0.35) ? [sentenceOf(CLOSINGS[tone], bedrooms)] : []),
        ],
        random,
      )
    },
  }
}

/** Most people write one paragraph, some begin a new one, a few a line for each thing they have to say. */
function layOut(sentences: string[], random: Random): string {
  if (sentences.length < 4 || random.chance(0.75)) return sentences.join(' ')
  if (random.chance(0.3)) return sentences.join('\n')
  const half = Math.ceil(sentences.length / 2)
  return `${sentences.slice(0, half).join(' ')}\n\n${sentences.slice(half).join(' ')}`
}

const lowerFirst = (text: string): string =>
  /^(I|I’m|Thursday|Mice|My)\b/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)

const CHOICE = /\{([^{}]*)\}/g

/** A phrase with each of its choices made. */
export function expand(phrase: string, random: Random): string {
  return phrase.replace(CHOICE, (_, options: string) => random.pick(options.split('|')))
}

/** Finds what `expand` makes of a phrase, whatever the case of its first letter. */
export function patternOf(phrase: string): RegExp {
  const parts = phrase.split(CHOICE).map((part, index) => {
    const escaped = part.replace(/[.*+?^$()[\]\\]/g, '\\$&')
    return index % 2 === 0 ? escaped : `(?:${escaped})`
  })
  return new RegExp(parts.join(''), 'i')
}
