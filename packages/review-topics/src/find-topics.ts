import {
  type Opinion,
  type PlacedReview,
  REVIEW_TOPICS,
  type ReviewTopic,
  type TopicCounts,
} from '@offquad/contracts'
import { LEXICON } from './lexicon'
import { createPhraseFinder, type Match, splitClauses, type Word } from './phrases'

/** A passage that praises or criticizes a topic. */
interface Mention {
  topic: ReviewTopic
  opinion: Opinion
  /** Indexes of the passage in the text, in UTF-16 code units; `end` is exclusive. */
  start: number
  end: number
}

type Sign = 1 | -1

type Meaning =
  /** Names a topic: "radiator". */
  | { kind: 'subject'; topic: ReviewTopic }
  /** Judges a topic on its own: "drafty". */
  | { kind: 'claim'; topic: ReviewTopic; sign: Sign }
  /** Judges subjects nearby; with a topic, only subjects of that topic. */
  | { kind: 'opinion'; sign: Sign; topic?: ReviewTopic; isBreakage?: boolean }
  | { kind: 'negation' }
  | { kind: 'nothing' }

const findPhrases = createPhraseFinder<Meaning>(meaningsOf())

function* meaningsOf(): Generator<readonly [string, Meaning]> {
  for (const topic of REVIEW_TOPICS) {
    const { subjects, praise, complaints, good = [], bad = [] } = LEXICON.topics[topic]
    for (const phrase of subjects) yield [phrase, { kind: 'subject', topic }]
    for (const phrase of praise) yield [phrase, { kind: 'claim', topic, sign: 1 }]
    for (const phrase of complaints) yield [phrase, { kind: 'claim', topic, sign: -1 }]
    for (const phrase of good) yield [phrase, { kind: 'opinion', sign: 1, topic }]
    for (const phrase of bad) yield [phrase, { kind: 'opinion', sign: -1, topic }]
  }
  const { opinionsOfAnything, breakages, negations, meaningless } = LEXICON
  for (const phrase of opinionsOfAnything.good) yield [phrase, { kind: 'opinion', sign: 1 }]
  for (const phrase of opinionsOfAnything.bad) yield [phrase, { kind: 'opinion', sign: -1 }]
  for (const phrase of breakages) yield [phrase, { kind: 'opinion', sign: -1, isBreakage: true }]
  for (const phrase of negations) yield [phrase, { kind: 'negation' }]
  for (const phrase of meaningless) yield [phrase, { kind: 'nothing' }]
}

/** A match in a part of a clause; `first` and `last` are indexes of words. */
interface Span {
  first: number
  last: number
}
type Claim = Span & { topic: ReviewTopic; sign: Sign; isBreakage?: boolean }
type Judgement = Span & {
  sign: Sign
  topic: ReviewTopic | undefined
  isNegated: boolean
  isBreakage: boolean
}
type Subject = Span & { topic: ReviewTopic }

interface Part {
  words: number
  claims: Claim[]
  judgements: Judgement[]
  subjects: Subject[]
  negations: Span[]
}

/**
 * Finds passages of a review that praise or criticize a topic.
 * @param text of the review
 * @returns passages in the order of the text; a topic may occur several times, and with both opinions
 */
export function findMentions(text: string): Mention[] {
  const clauses = splitClauses(text)
  const judged = clauses.map((clause) => ({ clause, ...judge(clause) }))
  return judged.flatMap(({ clause, claims }, index) =>
    inSentence(claims, judged, index).map(({ topic, sign, first, last }) => ({
      topic,
      opinion: sign > 0 ? ('praised' as const) : ('criticised' as const),
      start: clause[first]?.start ?? 0,
      end: clause[last]?.end ?? 0,
    })),
  )
}

/** The distinct topics that a review praises and that it criticizes. */
export function findTopics(text: string): Record<Opinion, ReviewTopic[]> {
  const mentions = findMentions(text)
  const topicsOf = (opinion: Opinion) => [
    ...new Set(mentions.filter((mention) => mention.opinion === opinion).map(({ topic }) => topic)),
  ]
  return { praised: topicsOf('praised'), criticised: topicsOf('criticised') }
}

/** Passages that mention a topic with one of these opinions, in order and without overlaps. */
export function passagesAbout(
  reviewText: string,
  { topic, opinions }: { topic: ReviewTopic; opinions: readonly Opinion[] },
): NonNullable<PlacedReview['mentions']> {
  const passages: NonNullable<PlacedReview['mentions']> = []
  for (const mention of findMentions(reviewText)) {
    if (mention.topic !== topic || !opinions.includes(mention.opinion)) continue
    const last = passages.at(-1)
    if (last && mention.start <= last.end) last.end = Math.max(last.end, mention.end)
    else passages.push({ start: mention.start, end: mention.end })
  }
  return passages
}

/**
 * Numbers of reviews that praise and criticize each topic, most mentioned first, then in the order of the topics.
 * @param reviews the topics of each review; undefined if no worker has read it
 */
export function countTopics(
  reviews: readonly (Record<Opinion, readonly ReviewTopic[]> | undefined)[],
): TopicCounts[] {
  const counts = new Map(REVIEW_TOPICS.map((topic) => [topic, { topic, praised: 0, criticised: 0 }]))
  const count = (topics: readonly ReviewTopic[] = [], opinion: Opinion) => {
    for (const topic of topics) {
      // A newer version may have stored topics that this version does not know.
      const ofTopic = counts.get(topic)
      if (ofTopic) ofTopic[opinion] += 1
    }
  }
  for (const review of reviews) {
    count(review?.praised, 'praised')
    count(review?.criticised, 'criticised')
  }
  const mentions = ({ praised, criticised }: TopicCounts) => praised + criticised
  return [...counts.values()].filter((topic) => mentions(topic) > 0).sort((a, b) => mentions(b) - mentions(a))
}

interface JudgedClause {
  clause: readonly Word[]
  claims: Claim[]
  /** Denies something without naming a topic: "but there was none". */
  onlyDenies: boolean
}

function judge(clause: readonly Word[]): Omit<JudgedClause, 'clause'> {
  const parts = readParts(clause)
  const claims = parts
    .flatMap((part, index) => [
      ...part.claims.map((claim) => withSubject(withDenial(claim, part), part)),
      ...part.subjects.flatMap((subject) => judgeSubject(subject, index, parts) ?? []),
    ])
    .toSorted((a, b) => a.first - b.first)
  const hasTopic = parts.some((part) => part.claims.length > 0 || part.subjects.length > 0)
  const denies = parts.some(
    ({ negations, judgements }) => negations.length > 0 || judgements.some(({ isNegated }) => isNegated),
  )
  return { claims, onlyDenies: denies && !hasTopic }
}

const EXPECTATIONS = new Set(LEXICON.expectations)

/** The claims of a clause, corrected by the rest of the sentence. */
function inSentence(claims: Claim[], clauses: readonly JudgedClause[], index: number): Claim[] {
  const [before, own, after] = [clauses[index - 1], clauses[index], clauses[index + 1]]
  const near = [before, own, after].filter(
    (clause) => clause !== undefined && (clause === own || isSameSentence(clause, own)),
  )
  const isAboutRepair = near.some((clause) => clause?.claims.some(({ topic }) => topic === 'maintenance'))
  const isRefuted =
    after?.onlyDenies === true &&
    isSameSentence(own, after) &&
    own?.clause.some(({ text }) => EXPECTATIONS.has(text)) === true
  return claims
    .filter(({ topic, isBreakage }) => !isBreakage || topic === 'maintenance' || !isAboutRepair)
    .map((claim) => (isRefuted && claim.sign < 0 ? { ...claim, sign: 1 as const } : claim))
}

const isSameSentence = (a: JudgedClause | undefined, b: JudgedClause | undefined): boolean =>
  a?.clause[0]?.sentence === b?.clause[0]?.sentence

/** A quick response about repairs is praise for maintenance, not for the landlord's replies. */
function withSubject(claim: Claim, { subjects }: Part): Claim {
  const isOf = (topic: ReviewTopic) => subjects.some((subject) => subject.topic === topic)
  return claim.topic === 'replies' && isOf('maintenance') && !isOf('replies')
    ? { ...claim, topic: 'maintenance' }
    : claim
}

function readParts(clause: readonly Word[]): Part[] {
  const parts: Part[] = []
  for (const { part } of clause) {
    parts[part] ??= { words: 0, claims: [], judgements: [], subjects: [], negations: [] }
    parts[part].words += 1
  }
  const matches = findPhrases(clause)
  for (const [index, { first, last, meanings }] of matches.entries()) {
    const part = parts[clause[first]?.part ?? 0]
    if (!part) continue
    const negation = negationBefore(matches, index, clause)
    const span = { first: negation?.first ?? first, last }
    const signed = (sign: Sign): Sign => (negation ? (-sign as Sign) : sign)
    for (const meaning of meanings) {
      if (meaning.kind === 'negation') part.negations.push({ first, last })
      if (meaning.kind === 'subject') part.subjects.push({ topic: meaning.topic, first, last })
      if (meaning.kind === 'claim')
        part.claims.push({ ...span, topic: meaning.topic, sign: signed(meaning.sign) })
      if (meaning.kind === 'opinion')
        part.judgements.push({
          ...span,
          topic: meaning.topic,
          sign: signed(meaning.sign),
          isNegated: negation !== undefined,
          isBreakage: meaning.isBreakage === true && !negation,
        })
    }
  }
  // Two consecutive commas enclose an empty part.
  return parts.filter((part) => part !== undefined)
}

/** Maximum number of words between "never" and the denied word. */
const REACH = 5

const judges = ({ meanings }: Match<Meaning>) =>
  meanings.some(({ kind }) => kind === 'claim' || kind === 'opinion')

/** "Never cold or damp" denies both; "never waited for a hot shower" denies only the wait. */
const JOINS = new Set(['or', 'nor'])

function negationBefore(
  matches: readonly Match<Meaning>[],
  index: number,
  clause: readonly Word[],
): Match<Meaning> | undefined {
  const match = matches[index]
  if (!match) return undefined
  for (let at = index - 1; at >= 0; at -= 1) {
    const before = matches[at]
    if (!before || clause[before.last]?.part !== clause[match.first]?.part) return undefined
    if (before.meanings.some(({ kind }) => kind === 'negation'))
      return match.first - before.last - 1 <= REACH ? before : undefined
    const between = clause.slice(before.last + 1, match.first)
    if (judges(before) && !between.some(({ text }) => JOINS.has(text))) return undefined
  }
  return undefined
}

/** "Mice were never a problem" is praise. */
function withDenial(claim: Claim, { judgements }: Part): Claim {
  const denial = judgements.find(
    ({ isNegated, sign, topic }) => isNegated && sign > 0 && (topic === undefined || topic === claim.topic),
  )
  return denial && claim.sign < 0 ? withJudgement(claim, denial) : claim
}

/** Maximum number of words in a part that only names something: "and the kitchen". */
const BARE = 4

function judgeSubject(subject: Subject, index: number, parts: readonly Part[]): Claim | undefined {
  const part = parts[index]
  // A word that judges the topic on its own is enough.
  if (!part || part.claims.some(({ topic }) => topic === subject.topic)) return undefined
  const own = nearest(part.judgements, subject)
  if (own) return withJudgement(subject, own)
  const lack = part.negations.find(({ last }) => last < subject.first && subject.first - last <= REACH - 1)
  if (lack) return { ...subject, first: lack.first, sign: -1 }
  const isBare = part.words <= BARE
  // "The heating is old, loud and hardly works": later parts without a topic are about this subject.
  for (const next of parts.slice(index + 1)) {
    const hasTopic = next.subjects.length > 0 || next.claims.length > 0
    if (hasTopic && !isBare) break
    const judgement = nearest(next.judgements, subject)
    if (judgement) return { ...subject, sign: judgement.sign }
    if (hasTopic && next.words > BARE) break
  }
  const before = isBare && parts[index - 1]
  const judgement = before ? nearest(before.judgements, subject) : undefined
  return judgement && { ...subject, sign: judgement.sign }
}

function withJudgement(subject: Span & { topic: ReviewTopic }, judgement: Judgement): Claim {
  const { first, last, sign, isBreakage } = judgement
  return {
    topic: subject.topic,
    sign,
    isBreakage,
    first: Math.min(first, subject.first),
    last: Math.max(last, subject.last),
  }
}

/** The nearest judgement that can be about the subject. */
function nearest(judgements: readonly Judgement[], subject: Subject): Judgement | undefined {
  const distance = ({ first, last }: Span) =>
    last < subject.first ? subject.first - last : first - subject.last
  return judgements
    .filter(({ topic }) => topic === undefined || topic === subject.topic)
    .toSorted((a, b) => distance(a) - distance(b))[0]
}
