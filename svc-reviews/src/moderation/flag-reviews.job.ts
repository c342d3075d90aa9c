import { type ReviewFlag } from '@offquad/contracts'
import { findDoubtfulWords, findProfanity, RUDE_WORDS } from '@offquad/service-kit/profanity'
import { type Repositories } from '../repositories'
import {
  type ReviewByAuthor,
  type ReviewFlagsRepository,
  type UnflaggedReview,
} from './review-flags.repository'

interface FlagDeps extends Pick<Repositories, 'flags'> {
  /** Notifies open administrator pages of the change. */
  publishWaiting: () => void
}

const REVIEWS_AT_ONCE = 200
const DAY_MS = 86_400_000
/** Students move once or twice a year. */
const MANY_IN_A_DAY = 3

/**
 * Flags passages for administrators in each review that was submitted, edited or reported since the last run.
 * Due reviews are marked in their documents, so that a crash loses none. Idempotent.
 */
export async function flagReviews(deps: FlagDeps): Promise<void> {
  let due: UnflaggedReview[]
  do {
    due = await deps.flags.listDue(REVIEWS_AT_ONCE)
    for (const review of due) await deps.flags.store(review, await flagsOf(deps, review))
    if (due.length > 0) deps.publishWaiting()
  } while (due.length > 0)
}

async function flagsOf({ flags }: FlagDeps, review: UnflaggedReview): Promise<ReviewFlag[]> {
  const manyInADay = await countInADay(flags, review)
  return [
    ...findFlags(review.reviewText),
    ...(manyInADay >= MANY_IN_A_DAY ? [{ kind: 'many-in-a-day' as const, count: manyInADay }] : []),
  ]
}

/**
 * Number of reviews that the author wrote within 24 hours, including this review. Earlier reviews of a series were flagged
 * before the later ones existed: reviews with a lower number become due again. Numbers only rise, so this terminates.
 */
async function countInADay(
  flags: ReviewFlagsRepository,
  { id, userId, date }: UnflaggedReview,
): Promise<number> {
  if (userId === null) return 0
  const around = await flags.listByAuthor(userId, {
    from: new Date(date.getTime() - DAY_MS),
    to: new Date(date.getTime() + DAY_MS),
  })
  const series = mostInADay(around, date)
  if (series.length >= MANY_IN_A_DAY) {
    const outdated = series.filter((row) => row.id !== id && row.isWaiting && row.manyInADay < series.length)
    await flags.markDue(outdated.map((row) => row.id))
  }
  return series.length
}

/** The most reviews within any 24 hours that include `date`. The dates must be sorted. */
function mostInADay(reviews: ReviewByAuthor[], date: Date): ReviewByAuthor[] {
  const starts = reviews.filter((review) => review.date <= date)
  return starts.reduce<ReviewByAuthor[]>((most, { date: start }) => {
    const end = start.getTime() + DAY_MS
    const within = reviews.filter((review) => review.date >= start && review.date.getTime() <= end)
    return end >= date.getTime() && within.length > most.length ? within : most
  }, [])
}

const MAX_FLAGS = 20
const MAX_PASSAGE_CHARACTERS = 120

const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,24}(?![\p{L}\p{N}])/gu
// "maya (at) mail dot com"
const SPELLED_EMAIL =
  /[\p{L}\p{N}._%+-]+\s?(?:@|\(at\)|\[at\]|\sat\s)\s?[\p{L}\p{N}-]+\s?(?:\(dot\)|\[dot\]|\sdot\s)\s?\p{L}{2,24}(?![\p{L}\p{N}])/giu

// North American numbers and international ones; not years, rents or ranges.
const PHONE =
  /(?<![\p{L}\p{N}.$-])(?:(?:\+?1[\s.-]?)?(?:\(\d{3}\)\s?|\d{3}[\s.-])\d{3}[\s.-]?\d{4}|\+\d{1,3}(?:[\s.-]?\d{2,4}){3,4}|\d{10})(?![\p{L}\p{N}])/gu

// The most common first names in the United States over the last century (Social Security Administration), without
// names that are everyday English words (Grace, Mark, Will, Rose, Hope).
const FIRST_NAMES = new Set(
  `James Robert John Michael David William Richard Joseph Thomas Christopher Charles Daniel Matthew Anthony Steven
  Andrew Paul Joshua Kenneth Kevin Brian Timothy Ronald George Jason Edward Jeffrey Ryan Jacob Nicholas Gary Eric
  Jonathan Stephen Larry Justin Scott Brandon Benjamin Samuel Gregory Alexander Patrick Jack Dennis Jerry Tyler Aaron
  Jose Adam Nathan Henry Zachary Douglas Peter Kyle Noah Ethan Jeremy Walter Keith Roger Terry Sean Austin Gerald Carl
  Dylan Harold Jordan Jesse Bryan Lawrence Arthur Gabriel Bruce Logan Juan Albert Willie Elijah Wayne Randy Vincent Mason
  Roy Ralph Bobby Russell Bradley Philip Eugene Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Karen
  Sarah Lisa Nancy Sandra Betty Ashley Emily Kimberly Margaret Donna Michelle Carol Amanda Melissa Deborah Stephanie
  Rebecca Sharon Laura Cynthia Dorothy Amy Kathleen Angela Shirley Emma Brenda Pamela Nicole Anna Samantha Katherine
  Christine Debra Rachel Carolyn Janet Maria Olivia Heather Helen Catherine Diane Julie Victoria Joyce Lauren Kelly
  Christina Ruth Joan Virginia Judith Evelyn Hannah Andrea Megan Cheryl Jacqueline Madison Teresa Abigail Sophia Martha
  Sara Gloria Janice Kathryn Ann Isabella Judy Charlotte Julia Alice Jean Frances Danielle Marilyn Natalie Beverly Diana
  Brittany Theresa Kayla Alexis Doris Lori Tiffany Mike Dave Steve Bob Bill Tom Jim Joe Dan Matt Chris Nick Greg Jeff Tim
  Ken Rob Sam Ben Alex Tony Mohammed Ahmed Ali Wei Priya Raj Carlos Luis Miguel Maya`.split(/\s+/),
)
const CAPITALIZED = String.raw`\p{Lu}[\p{L}’'-]+`
const TITLED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:Mr|Mrs|Ms|Dr|Prof|Professor)\.?\s(${CAPITALIZED}(?:\s${CAPITALIZED})?)`,
  'gu',
)
const NAMES = new RegExp(String.raw`(?<![\p{L}\p{N}])(${CAPITALIZED})(?:\s(${CAPITALIZED}))?`, 'gu')
const INTRODUCED =
  /(?:landlord|landlady|manager|owner|super|superintendent|agent|neighbou?r|roommate|tenant|named|called|name is|ask for|talk to|contact|text|call)[,:]?\s$/iu
const PLACE =
  /^(?:street|st|avenue|ave|road|rd|lane|place|court|terrace|hall|house|park|library|drive|apartments?|building|college|university|lofts?|commons|flats|row)\b/iu

/** The passages of a review's text that moderators should check, without duplicates, in the order of the text. */
export function findFlags(text: string): ReviewFlag[] {
  const emails = [...passagesOf(text, EMAIL), ...passagesOf(text, SPELLED_EMAIL)].map(
    (passage): ReviewFlag => ({ kind: 'email', passage }),
  )
  const phones = passagesOf(text, PHONE).map((passage): ReviewFlag => ({ kind: 'phone', passage }))
  const profane = [
    ...passagesOf(text, RUDE_WORDS),
    ...findDoubtfulWords(text),
    // Submitted texts with profanity are rejected; imported texts are not checked.
    ...findProfanity(text).filter((word) => text.includes(word)),
  ].map((passage): ReviewFlag => ({ kind: 'profanity', passage }))
  const names = namesIn(text).map((passage): ReviewFlag => ({ kind: 'person-name', passage }))
  return distinct([...emails, ...phones, ...names, ...profane])
    .toSorted((a, b) => text.indexOf(a.passage ?? '') - text.indexOf(b.passage ?? ''))
    .slice(0, MAX_FLAGS)
}

const passagesOf = (text: string, pattern: RegExp): string[] =>
  (text.match(pattern) ?? []).map((passage) => passage.trim().slice(0, MAX_PASSAGE_CHARACTERS))

/**
 * Names of persons: after a title, a first name with a surname, or a first name after a word that introduces a person.
 * A first name alone is more often a place or a pet.
 */
function namesIn(text: string): string[] {
  const titled = passagesOf(text, TITLED)
  const untitled = [...text.matchAll(NAMES)].flatMap(({ 0: name, 1: first = '', 2: last, index }) => {
    if (!FIRST_NAMES.has(first) || PLACE.test(last ?? '')) return []
    const after = text.slice(index + name.length).trimStart()
    if (PLACE.test(after)) return []
    const isIntroduced = INTRODUCED.test(text.slice(Math.max(0, index - 30), index))
    return last || isIntroduced ? [name] : []
  })
  return [...titled, ...untitled.filter((name) => !titled.some((title) => title.includes(name)))]
}

function distinct(flags: ReviewFlag[]): ReviewFlag[] {
  const seen = new Set<string>()
  return flags.filter(({ kind, passage }) => {
    const key = `${kind} ${passage}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
