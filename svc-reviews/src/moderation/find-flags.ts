import { type ReviewFlag } from '@offquad/contracts'
import { findDoubtfulWords, findProfanity, RUDE_WORDS } from '@offquad/service-kit/profanity'
import { type StoredReview } from '../reviews/stored-review'

const DAY_MS = 86_400_000
/** Students move once or twice a year. */
const MANY_IN_A_DAY = 3

/**
 * The points that administrators should check in a review.
 * @param written times of all reviews of its author
 */
export function flagsOf({ reviewText, date }: StoredReview, written: readonly Date[]): ReviewFlag[] {
  const count = mostInADay(written, date)
  return [
    ...findFlags(reviewText),
    ...(count >= MANY_IN_A_DAY ? [{ kind: 'many-in-a-day' as const, count }] : []),
  ]
}

/** The most reviews within any 24 hours that include `date`. */
function mostInADay(written: readonly Date[], date: Date): number {
  const times = written.map((time) => time.getTime())
  const starts = times.filter((start) => start <= date.getTime() && start + DAY_MS >= date.getTime())
  return Math.max(
    0,
    ...starts.map((start) => times.filter((time) => time >= start && time <= start + DAY_MS).length),
  )
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

const distinct = (flags: ReviewFlag[]): ReviewFlag[] => [
  ...new Map(flags.map((flag) => [`${flag.kind} ${flag.passage}`, flag])).values(),
]
