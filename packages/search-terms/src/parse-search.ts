import {
  type Commute,
  type CommuteMode,
  commuteText,
  DAY_PATTERN,
  MONTHS as MONTH_NAMES,
  parseCommute,
  PRICE_DIGITS,
  REVIEW_TOPICS,
  type ReviewTopic,
  type SearchFilters,
  TOPIC_TEXTS,
} from '@offquad/contracts'
import { mergeFilters } from './merge-filters'
import {
  isOfStreet,
  matchName,
  type Match,
  type Name,
  type NamedPlaces,
  namesOf,
  NEAR_MINUTES,
} from './vocabulary'
import { fold, PARSED_LENGTH, type Token, tokensOf, wordsFrom } from './tokens'

/** A typed search: the filters that its words express, and the remaining words. */
export interface ParsedSearch {
  text: string
  filters: SearchFilters
}

/**
 * Finds the words of a typed search that mean a filter: areas and landmarks by their names, prices after words such as
 * "under", counts of beds and baths, a day after "available by", minutes from a landmark. All other words stay text
 * as typed: nothing is corrected or guessed. The name of an area or landmark counts after "in" or "near", the name of an
 * amenity after "with", and any name without other words beside it, because it may be a part of another name
 * ("Collegetown Terrace", "120 West State Street"). A number alone is a rent only after another understood term, because
 * addresses begin with numbers. "Cheap" is an order, not a filter. Words in double quotes are always text.
 *
 * Never throws. Idempotent: finds no more terms in a text that it returned.
 */
export function parseSearch(typed: string, places: NamedPlaces): ParsedSearch {
  let parsed: ParsedSearch = { text: typed.trim(), filters: {} }
  // Removing a term may make its neighbors meaningful together.
  for (;;) {
    const { text, filters } = parseOnce(parsed.text, places)
    if (Object.keys(filters).length === 0) return parsed
    parsed = { text, filters: mergeFilters(parsed.filters, filters, places) }
  }
}

interface Term {
  /** Number of tokens that it takes. */
  length: number
  filters: SearchFilters
}

function parseOnce(typed: string, places: NamedPlaces): ParsedSearch {
  const tokens = tokensOf(typed)
  const names = namesOf(places)
  const wholeNames = names.filter(({ isShort }) => !isShort)
  const taken: boolean[] = []
  const terms: SearchFilters[] = []
  for (let at = 0; at < tokens.length;) {
    const words = wordsFrom(tokens, at)
    const isNegated = !tokens[at]?.isFirst && NEGATIONS.has(tokens[at - 1]?.word ?? '')
    const textLength = matchInexpressible(words)
    const term = textLength > 0 ? undefined : matchTerm(words, names)
    if (term && !isNegated) {
      terms.push(term.filters)
      for (let index = at; index < at + term.length; index += 1) taken[index] = true
    }
    at += textLength || (term?.length ?? 1)
  }
  for (const run of untakenRuns(tokens, taken)) {
    const words = run.map((index) => tokens[index]?.word ?? '')
    const named = matchNames(words, wholeNames, { isStart: run[0] === 0, others: terms })
    if (!named) continue
    terms.push(...named)
    for (const index of run) taken[index] = true
  }
  if (terms.length > 0)
    for (const run of untakenRuns(tokens, taken))
      if (run.every((index) => isFiller(tokens[index]?.word ?? '')))
        for (const index of run) taken[index] = true

  const text = untakenRuns(tokens, taken).map((run) => {
    const [first, last] = [tokens[run[0] ?? 0], tokens[run.at(-1) ?? 0]]
    return typed.slice(first?.start, last?.end)
  })
  const filters = terms.reduce((all, term) => mergeFilters(all, term, places), {})
  return { text: [...text, typed.slice(PARSED_LENGTH)].join(' ').trim(), filters }
}

/** Indexes of neighboring tokens that no term took, cut at commas. */
function untakenRuns(tokens: Token[], taken: boolean[]): number[][] {
  const runs: number[][] = []
  tokens.forEach(({ isFirst }, index) => {
    if (taken[index]) return
    const run = runs.at(-1)
    if (run?.at(-1) === index - 1 && !isFirst) run.push(index)
    else runs.push([index])
  })
  return runs
}

const FILLERS = new Set(
  'a an and any anything apartment apartments apt apts find flat flats flatshare for housing i in looking me month monthly my need or per place places rent rental room rooms something that the want with'.split(
    ' ',
  ),
)

/** Words for a home that end many names: next to a filter, they are not searched for. */
const HOMES = new Set(['home', 'homes', 'house', 'houses'])

const isFiller = (word: string): boolean => FILLERS.has(word) || HOMES.has(word)

/** Words after these stay text: there are no filters for the opposite. */
const NEGATIONS = new Set(['not', 'except', 'excluding', 'outside'])

/** Limits without a filter that look like supported ones: maximum baths, floor space, deposits, minimum times. */
const INEXPRESSIBLE = [
  /^(?:at most|no more than|up to|under|below|less than|fewer than|max|maximum) \S+(?: |-)?(?:ba|bas|baths?|bathrooms?)(?= |$)/,
  /^(?:(?:at (?:most|least)|no more than|up to|under|below|over|above|less than|more than|from|max|min|maximum|minimum) )?\S*\d\S* ?(?:sq|sqft|sf|square|deposit)(?= |$)/,
  /^(?:more than|over|at least|above) \d+(?: |-)?(?:m|mins?|minutes?)(?: (?:walk|drive|ride|by \w+))?(?: (?:of|from|to)(?: the)?)?(?= |$)/,
  /^(?:available |move[ -]in )?after (?:[a-z]+ )?\d\S*(?: \d\S*){0,2}/,
]

/** Number of words in such a limit. */
function matchInexpressible(words: string[]): number {
  const text = words.join(' ')
  const limit = INEXPRESSIBLE.map((pattern) => pattern.exec(text)?.[0]).find((match) => match !== undefined)
  return limit?.split(' ').length ?? 0
}

function matchTerm(words: string[], names: Name[]): Term | undefined {
  return (
    matchPrice(words) ??
    matchBedRange(words) ??
    matchRooms(words) ??
    matchDay(words) ??
    matchComplaint(words) ??
    matchJourney(words, names) ??
    matchNamed(words, names)
  )
}

/** The phrases of a list with commas, the longest first. */
const phrases = (list: string): string[][] =>
  list
    .split(', ')
    .map((phrase) => phrase.split(' '))
    .sort((first, second) => second.length - first.length)

function matchPhrase(words: string[], list: string[][]): number {
  return list.find((phrase) => phrase.every((word, index) => words[index] === word))?.length ?? 0
}

/** Like `matchPhrase`, but only if no words follow, to which the phrase may belong. */
function matchAtEnd(words: string[], list: string[][]): number {
  const length = matchPhrase(words, list)
  return length === words.length ? length : 0
}

const AT_MOST = phrases(
  'under, below, max, maximum, <, <=, less than, up to, at most, no more than, cheaper than',
)
const AT_LEAST = phrases('over, above, min, minimum, from, >, >=, more than, at least, starting at')
const OR_LESS = phrases('or less, or under, or below, max, maximum')
const OR_MORE = phrases('or more, or over, or above, or higher')
const MORE_AT_END = phrases('at least, min, minimum')
const TO = phrases('to, and, -, –')

/**
 * Rent in whole dollars: "$900", "1,200", "1.2k", "$1200/month". Numbers of fewer than three digits need the dollar sign: they
 * may count rooms or be a part of an address.
 */
function money(word: string | undefined): number | undefined {
  const plain = (word ?? '').replace(/\/(mo|month)$/, '')
  const [, sign, digits = '', thousands] =
    /^(\$?)(\d{1,3}(?:,\d{3})+|\d{1,5}|\d{1,2}\.\d{1,2}(?=k))(k?)$/.exec(plain) ?? []
  const amount = Math.round(Number(digits.replaceAll(',', '')) * (thousands ? 1000 : 1))
  const isMoney = digits !== '' && (Boolean(sign) || Boolean(thousands) || amount >= 100)
  return isMoney && String(amount).length <= PRICE_DIGITS ? amount : undefined
}

function matchPrice(words: string[]): Term | undefined {
  return matchPriceRange(words) ?? matchPriceLimit(words)
}

function matchPriceRange([first = '', ...others]: string[]): Term | undefined {
  const [least, most] = first.split(/[-–]/)
  if (isSigned(first) && most !== undefined) return priceRange(1, money(least), money(most))
  const isNamed = first === 'between' || first === 'from'
  const words = isNamed ? others : [first, ...others]
  const between = matchPhrase(words.slice(1), TO)
  if (between === 0) return undefined
  const pair = words.slice(0, between + 2)
  // Without a word or a sign, these may be two house numbers.
  if (!isNamed && !pair.some(isSigned)) return undefined
  return priceRange(pair.length + (isNamed ? 1 : 0), money(words[0]), money(words[1 + between]))
}

const isSigned = (word: string): boolean => word.includes('$')

function priceRange(length: number, first?: number, second?: number): Term | undefined {
  if (first === undefined || second === undefined) return undefined
  const [minPrice, maxPrice] = [Math.min(first, second), Math.max(first, second)]
  return { length, filters: { minPrice: String(minPrice), maxPrice: String(maxPrice) } }
}

function matchPriceLimit(words: string[]): Term | undefined {
  const [, comparison, joined] = /^([<>])=?(.+)$/.exec(words[0] ?? '') ?? []
  const joinedAmount = money(joined)
  if (joinedAmount !== undefined) return priceLimit(1, comparison === '<', joinedAmount)
  const [most, least] = [matchPhrase(words, AT_MOST), matchPhrase(words, AT_LEAST)]
  const before = Math.max(most, least)
  const amount = money(words[before])
  if (before > 0) return amount === undefined ? undefined : priceLimit(before + 1, most > least, amount)
  const plus = money(words[0]?.endsWith('+') ? words[0].slice(0, -1) : undefined)
  if (plus !== undefined) return priceLimit(1, false, plus)
  if (amount === undefined) return undefined
  const after = words.slice(1)
  const orLess = matchPhrase(after, OR_LESS)
  const orMore = matchAtEnd(after, MORE_AT_END) || matchPhrase(after, OR_MORE)
  // An amount of dollars alone is a maximum rent.
  if (orLess + orMore === 0) return isSigned(words[0] ?? '') ? priceLimit(1, true, amount) : undefined
  return priceLimit(1 + orLess + orMore, orLess > 0, amount)
}

const priceLimit = (length: number, isMost: boolean, amount: number): Term => ({
  length,
  filters: isMost ? { maxPrice: String(amount) } : { minPrice: String(amount) },
})

const BEDS = 'bed|beds|br|brs|bd|bds|bdr|bdrm|bdrms|bedroom|bedrooms'
const BATHS = 'bath|baths|ba|bas|bathroom|bathrooms'
const ROOMS = new RegExp(`^(\\d{1,2})\\+?-?(?:(${BEDS})|(${BATHS}))$`)
/** "2b2b", "2br1ba". */
const BOTH_ROOMS = /^([1-9])(?:b|br|bd|bed)([1-9])(?:b|ba|bath)$/
const NUMBERS: Record<string, number> = { one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 }
const SOME = `([1-9]|${Object.keys(NUMBERS).join('|')})`
const BED_RANGE = new RegExp(
  `^(?:between |from )?${SOME}(?: ?[-–] ?| to | and | or )${SOME}[ -]?(?:${BEDS})$`,
)

const NO_MORE = phrases('up to, at most, max, maximum, no more than')
const FEWER = phrases('under, below, less than, fewer than')
const OR_FEWER = phrases('or less, or fewer, or under, or below')
const MOST_AT_END = phrases('max, maximum')

/** "1-2 beds", "2 or 3 bedrooms", "between two and four beds". */
function matchBedRange(words: string[]): Term | undefined {
  for (let length = 1; length <= 5; length += 1) {
    const [, from, to] = BED_RANGE.exec(words.slice(0, length).join(' ')) ?? []
    const [first, second] = [from, to].map((count = '') => NUMBERS[count] ?? Number(count))
    if (first && second)
      return { length, filters: { bedrooms: Math.min(first, second), maxBedrooms: Math.max(first, second) } }
  }
  return undefined
}

/** "2 beds", "2br", "two bedroom", "2+ beds", "at least 2 beds", "2 or more baths". */
function matchRooms(words: string[]): Term | undefined {
  const [, bedrooms, bathrooms] = BOTH_ROOMS.exec(words[0] ?? '') ?? []
  if (bedrooms && bathrooms)
    return { length: 1, filters: { bedrooms: Number(bedrooms), bathrooms: Number(bathrooms) } }
  const least = matchPhrase(words, AT_LEAST)
  const fewer = matchPhrase(words, FEWER)
  const before = Math.max(least, fewer, matchPhrase(words, NO_MORE))
  const [first = '', ...following] = words.slice(before)
  const count = NUMBERS[first] ?? Number(/^(\d{1,2})\+?$/.exec(first)?.[1] ?? NaN)
  const between = Number.isNaN(count) ? 0 : matchPhrase(following, OR_MORE)
  const rooms = Number.isNaN(count) ? first : `${count}${following[between] ?? ''}`
  const [, digits, beds] = ROOMS.exec(rooms) ?? []
  if (!digits || Number(digits) === 0 || (before > least && !beds)) return undefined
  const length = before + 1 + (Number.isNaN(count) ? 0 : between + 1)
  const rest = before > 0 || !beds ? [] : words.slice(length)
  const after = matchAtEnd(rest, MOST_AT_END) || matchPhrase(rest, OR_FEWER)
  const isMost = before > least || after > 0
  const bound = Number(digits) - (fewer > 0 ? 1 : 0)
  return {
    length: length + after,
    filters: !beds ? { bathrooms: bound } : { [isMost ? 'maxBedrooms' : 'bedrooms']: bound },
  }
}

const WITHIN = phrases('within, within a, a, at most, up to, under, less than')
const FROM = phrases('of, from, to, of the, from the, to the')
const WALKING_DISTANCE = phrases('walking distance, within walking distance, in walking distance')
const MODES: Record<string, CommuteMode> = {
  walk: 'walk',
  walking: 'walk',
  foot: 'walk',
  drive: 'drive',
  driving: 'drive',
  car: 'drive',
  bike: 'bike',
  biking: 'bike',
  bicycle: 'bike',
  cycling: 'bike',
  bus: 'bus',
}

/** "Within 10 min walk of Ho Plaza", "15 minutes from campus", "walking distance to engineering". */
function matchJourney(words: string[], names: Name[]): Term | undefined {
  const distance = matchPhrase(words, WALKING_DISTANCE)
  const journey: Match<Omit<Commute, 'placeId'>> =
    distance > 0 ? { length: distance, value: { mode: 'walk', minutes: NEAR_MINUTES } } : matchMinutes(words)
  if (!journey) return undefined
  const from = matchPhrase(words.slice(journey.length), FROM)
  const name = matchName(words.slice(journey.length + from), names)
  const placeId = parseCommute(name?.value.filters.commute)?.placeId
  if (from === 0 || !name || !placeId) return undefined
  const commute = { placeId, ...journey.value }
  return { length: journey.length + from + name.length, filters: { commute: commuteText(commute) } }
}

function matchMinutes(words: string[]): Match<Omit<Commute, 'placeId'>> {
  const before = matchPhrase(words, WITHIN)
  const [first = '', second = '', third = '', fourth = ''] = words.slice(before)
  const isJoined = /^\d{1,3}-?m/.test(first)
  const [, digits = ''] =
    /^(\d{1,3})-?(?:min|mins|minute|minutes)$/.exec(isJoined ? first : first + second) ?? []
  const minutes = Number(digits)
  if (minutes < 1) return undefined
  const [word, next] = isJoined ? [second, third] : [third, fourth]
  const length = before + (isJoined ? 1 : 2)
  const isByCar = word === 'by' || word === 'on'
  const mode = MODES[isByCar ? next : word]
  if (!mode) return { length, value: { mode: 'walk', minutes } }
  return { length: length + (isByCar ? 2 : 1), value: { mode, minutes } }
}

const AT = phrases(
  'in, in the, at, at the, near, near the, near to, close to, close to the, next to, by, by the, around',
)

const WITH = phrases('with, with a, with an, with in, has, including, incl, plus')

const isPlace = ({ filters }: Name): boolean =>
  filters.locations !== undefined || filters.commute !== undefined

/** The name of an area or landmark after "in", "near" and the like, or of an amenity after "with". */
function matchNamed(words: string[], names: Name[]): Term | undefined {
  const at = matchPhrase(words, AT)
  const before = Math.max(at, matchPhrase(words, WITH))
  const name = before > 0 ? matchName(words.slice(before), names) : undefined
  if (!name || at > 0 !== isPlace(name.value)) return undefined
  return { length: before + name.length, filters: name.value.filters }
}

const BY = phrases(
  'by, available by, available from, available on, available in, available, move in, move in by, move-in, move-in by, moving in, moving in by, starting',
)
const DAY = new RegExp(DAY_PATTERN)

const NO_COMPLAINTS = phrases('no complaints about, no complaint about, without complaints about')
const NO = phrases('no, without')

/** Words for unwanted topics: "no mice" is a filter, "no parking" is not. */
const UNWANTED: Partial<Record<ReviewTopic, string>> = {
  pests: 'pests, mice, bugs, bed bugs, bedbugs, roaches',
  mould: 'mold, mould',
  noise: 'noise',
}
const TOPIC_NAMES = REVIEW_TOPICS.map((topic) => ({
  topic,
  unwanted: UNWANTED[topic] ? phrases(UNWANTED[topic]) : [],
  names: phrases(`${topic}, ${fold(TOPIC_TEXTS[topic].criticised)}`),
}))

/** "No complaints about heating", "no mice". */
function matchComplaint(words: string[]): Term | undefined {
  const complaints = matchPhrase(words, NO_COMPLAINTS)
  const before = complaints || matchPhrase(words, NO)
  if (before === 0) return undefined
  for (const { topic, names, unwanted } of TOPIC_NAMES) {
    const length = matchPhrase(words.slice(before), complaints ? [...names, ...unwanted] : unwanted)
    if (length > 0) return { length: before + length, filters: { without: [topic] } }
  }
  return undefined
}

const MONTHS = MONTH_NAMES.map((month) => month.toLowerCase())

/** 1 to 12 for "Aug", "Sept" or "August"; 0 for anything else. */
const monthOf = (word: string): number =>
  word.length < 3
    ? 0
    : MONTHS.findIndex((month) => month === word || word === month.slice(0, word === 'sept' ? 4 : 3)) + 1

/** "Available by 2027-08-01", "move in by Aug 1, 2027", "by 8/1/2027", "1 August 2027", "available August 2027". */
function matchDay(words: string[]): Term | undefined {
  const before = matchPhrase(words, BY)
  const day = readDay(words.slice(before), before > 0)
  return day && { length: before + day.length, filters: { availableBy: day.value } }
}

/** @param isAnnounced whether preceding words announce a date: only then, numbers or a month alone are a date */
function readDay([first = '', second = '', third = '']: string[], isAnnounced: boolean): Match<string> {
  if (isDay(first)) return { length: 1, value: first }
  const numeric = isAnnounced && /^\d{1,2}$/.test(first) ? Number(first) : 0
  return (
    dayOf(3, [third, monthOf(first), second]) ??
    dayOf(3, [third, monthOf(second), first]) ??
    dayOf(3, [third, numeric, second]) ??
    (isAnnounced ? monthAlone(first, second) : undefined)
  )
}

/** "August 2027"; "August" is the next August. */
function monthAlone(word: string, next: string): Match<string> {
  const month = monthOf(word)
  const now = new Date()
  const year = String(now.getUTCFullYear() + (month <= now.getUTCMonth() ? 1 : 0))
  return (
    dayOf(2, [next, month, lastDayOf(next, month)]) ??
    (isOfStreet(next) ? undefined : dayOf(1, [year, month, lastDayOf(year, month)]))
  )
}

function dayOf(length: number, [year, month, day]: [string, number, string]): Match<string> {
  const number = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(day)?.[1] ?? ''
  const value = `${year}-${String(month).padStart(2, '0')}-${number.padStart(2, '0')}`
  return isDay(value) ? { length, value } : undefined
}

/** Whether the day exists: 2027-02-31 does not. */
const isDay = (text: string): boolean =>
  DAY.test(text) && text.slice(8) <= lastDayOf(text.slice(0, 4), Number(text.slice(5, 7)))

const lastDayOf = (year: string, month: number): string =>
  String(new Date(Date.UTC(Number(year), month, 0)).getUTCDate())

interface Surroundings {
  /** Whether the search begins with these words. */
  isStart: boolean
  /** The other terms of the search. */
  others: SearchFilters[]
}

/** The filters of words that consist of names, connecting words, and a rent. */
function matchNames(
  words: string[],
  names: Name[],
  { isStart, others }: Surroundings,
): SearchFilters[] | undefined {
  const matched: Name[] = []
  let rent: SearchFilters | undefined
  for (let at = 0; at < words.length;) {
    const word = words[at] ?? ''
    const name = matchName(words.slice(at), names)
    const next = matchName(words.slice(at + 1), names)
    if (name) matched.push(name.value)
    else if (isBareRent(word) && !rent && !(isStart && at === 0) && !(next && isPlace(next.value)))
      rent = { maxPrice: word }
    else if (!isFiller(word)) return undefined
    at += name?.length ?? 1
  }
  const isNamed = words.some((word) => HOMES.has(word)) && !matched.every(({ isAdjective }) => isAdjective)
  const terms = matched.map(({ filters }) => filters)
  const understood = [...others, ...terms]
  const isSecondRent = rent && understood.some(({ minPrice, maxPrice }) => minPrice ?? maxPrice)
  if (isNamed || isSecondRent || understood.length === 0) return undefined
  if (rent) return [...terms, rent]
  return terms.length > 0 ? terms : undefined
}

/** Excludes numbers of rooms, and years. */
const isBareRent = (word: string): boolean => /^([3-9]\d\d|\d{4})$/.test(word) && !/^20[2-4]\d$/.test(word)
