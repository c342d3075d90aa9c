import { REVIEW_TOPICS, type ReviewTopic, TOPIC_TEXTS } from '../reviews/topics'
import { type University } from '../university'
import { COMMUTE_MODES, type CommuteMode } from './commutes'
import { amountText } from './rent'
import { AMENITIES, type Amenity, AMENITY_IDS, amenityName, DAY_PATTERN, dayText } from './rooms'
import { type Commute, PRICE_DIGITS, type SearchFilters } from './search-filters'

/** The parts of a university that searches name. */
export type NamedPlaces = Pick<University, 'areas' | 'landmarks' | 'buildings'>

/** A typed search: the filters that its words mean, and the words that mean none. */
export interface ParsedSearch {
  text: string
  filters: SearchFilters
}

/** One thing that narrows a search, in words that mean the same when they are typed. */
export interface FilterChip {
  label: string
  /** All filters but this one. */
  without: SearchFilters
}

/**
 * How far "near" is, in minutes on foot: the area within a 15-minute walk is what planning calls walking distance
 * (Moreno et al., "Introducing the 15-Minute City", Smart Cities 4(1), 2021).
 */
const NEAR_MINUTES = 15

/** Longer than any name or address. Words beyond it are text. */
const PARSED_LENGTH = 200

/**
 * Finds the words of a typed search that mean a filter: areas and landmarks by their names, prices after words such as
 * "under", counts of beds and baths, a day after "available by", minutes from a landmark. Whatever is no such term stays
 * text as it was typed: nothing is corrected or guessed. A name of an area or landmark counts after "in" or "near", that of
 * an amenity after "with", and any of them where no other words stand beside it, because it may be a part of another name
 * ("Collegetown Terrace", "120 West State Street"). A number alone is a rent only after something else that is understood,
 * because addresses begin with one. "Cheap" is an order, not a filter. Words in double quotes are always text.
 *
 * Never throws, and finds nothing more in a text that it returned.
 */
export function parseSearch(typed: string, places: NamedPlaces): ParsedSearch {
  let parsed: ParsedSearch = { text: typed.trim(), filters: {} }
  // Words that a term stood between may mean something once they are neighbors.
  for (;;) {
    const { text, filters } = parseOnce(parsed.text, places)
    if (Object.keys(filters).length === 0) return parsed
    parsed = { text, filters: mergeFilters(parsed.filters, filters, places) }
  }
}

/** The filters as chips, in the order in which a sentence would name them. Orders of results are none. */
export function filterChips(filters: SearchFilters, places: NamedPlaces): FilterChip[] {
  const {
    locations = [],
    minPrice,
    maxPrice,
    bedrooms,
    maxBedrooms,
    bathrooms,
    commute,
    amenities = [],
    availableBy,
    without: topics = [],
    bounds,
  } = filters
  const chips: FilterChip[] = locations.map((name) => {
    const others = locations.filter((other) => other !== name)
    return {
      label: name,
      without: others.length > 0 ? { ...filters, locations: others } : omit(filters, 'locations'),
    }
  })
  const add = (label: string, name: keyof SearchFilters) =>
    chips.push({ label, without: omit(filters, name) })
  if (bedrooms) add(`${bedrooms}+ beds`, 'bedrooms')
  if (maxBedrooms !== undefined)
    add(
      maxBedrooms === 0 ? 'Studio' : `Up to ${maxBedrooms} ${maxBedrooms === 1 ? 'bed' : 'beds'}`,
      'maxBedrooms',
    )
  if (bathrooms) add(`${bathrooms}+ baths`, 'bathrooms')
  if (minPrice) add(`From ${dollars(minPrice)}`, 'minPrice')
  if (maxPrice) add(`Up to ${dollars(maxPrice)}`, 'maxPrice')
  const journey = parseCommute(commute)
  const place = journey && campusPlaces(places).find(({ id }) => id === journey.placeId)
  if (journey && place) add(commuteLabel(journey, place.name), 'commute')
  for (const id of amenities) {
    const others = amenities.filter((other) => other !== id)
    chips.push({
      label: amenityName(id),
      without: others.length > 0 ? { ...filters, amenities: others } : omit(filters, 'amenities'),
    })
  }
  for (const topic of REVIEW_TOPICS.filter((known) => topics.includes(known))) {
    const others = topics.filter((other) => other !== topic)
    chips.push({
      label: `No complaints about ${TOPIC_TEXTS[topic].criticised}`,
      without: others.length > 0 ? { ...filters, without: others } : omit(filters, 'without'),
    })
  }
  if (availableBy) add(`Available by ${dayText(availableBy).replace(',', '')}`, 'availableBy')
  if (bounds) add('This part of the map', 'bounds')
  return chips
}

/** A landmark or building, as searches name it. */
export interface CampusPlace {
  id: string
  name: string
  terms?: string[]
  latitude: number
  longitude: number
}

/** The landmarks and buildings of a university. */
export const campusPlaces = ({
  landmarks,
  buildings = [],
}: Pick<University, 'landmarks' | 'buildings'>): CampusPlace[] => [
  ...Object.entries(landmarks).map(([id, landmark]) => ({ id, ...landmark })),
  ...buildings,
]

const MODE_LABELS: Record<CommuteMode, { within: string; by: string }> = {
  walk: { within: 'walk', by: 'on foot' },
  bike: { within: 'by bike', by: 'by bike' },
  drive: { within: 'drive', by: 'by car' },
  bus: { within: 'by bus', by: 'by bus' },
}

/** 'Within 15 min walk of Upson Hall', or without a limit 'To Upson Hall on foot'. */
export const commuteLabel = ({ mode, minutes }: Omit<Commute, 'placeId'>, name: string): string =>
  minutes === undefined
    ? `To ${name} ${MODE_LABELS[mode].by}`
    : `Within ${minutes} min ${MODE_LABELS[mode].within} of ${name}`

/** The parts of `engQuad:walk:15`; undefined for anything else. */
export function parseCommute(commute: string | undefined): Commute | undefined {
  const [placeId = '', mode = '', minutes] = (commute ?? '').split(':')
  const known = COMMUTE_MODES.find((one) => one === mode)
  if (!placeId || !known) return undefined
  if (minutes === undefined) return { placeId, mode: known }
  return /^[1-9]\d{0,2}$/.test(minutes) ? { placeId, mode: known, minutes: Number(minutes) } : undefined
}

/** `engQuad:walk:15`, as the address of a search and the API take it. */
export const commuteText = ({ placeId, mode, minutes }: Commute): string =>
  minutes === undefined ? `${placeId}:${mode}` : `${placeId}:${mode}:${minutes}`

const dollars = (price: string): string => `$${amountText(Number(price))}`

function omit(filters: SearchFilters, name: keyof SearchFilters): SearchFilters {
  return Object.fromEntries(Object.entries(filters).filter(([key]) => key !== name))
}

interface Token {
  /** Folded: lower case, without accents and final punctuation. */
  word: string
  start: number
  end: number
  /** A comma or the like stands before it: no term goes across. */
  isFirst: boolean
}

interface Term {
  /** Tokens it takes. */
  length: number
  filters: SearchFilters
}

function parseOnce(typed: string, places: NamedPlaces): ParsedSearch {
  const tokens = tokensOf(typed)
  const names = namesOf(places)
  const taken: boolean[] = []
  const terms: SearchFilters[] = []
  for (let at = 0; at < tokens.length;) {
    const term = matchTerm(wordsFrom(tokens, at), names)
    if (term) terms.push(term.filters)
    for (let index = at; index < at + (term?.length ?? 0); index += 1) taken[index] = true
    at += term?.length ?? 1
  }
  for (const run of untakenRuns(tokens, taken)) {
    const words = run.map((index) => tokens[index]?.word ?? '')
    const found = matchNames(words, names, { isStart: run[0] === 0, others: terms })
    if (!found) continue
    terms.push(...found)
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
  const filters = terms.reduce((all, one) => mergeFilters(all, one, places), {})
  return { text: [...text, typed.slice(PARSED_LENGTH)].join(' ').trim(), filters }
}

// A comma within a number is a part of it; a slash before a number is not: "2br/1ba".
const TOKEN = /"[^"]*"|(?:[^\s,;/"]|,(?=\d{3}(?!\d))|\/(?!\d))+/g

function tokensOf(typed: string): Token[] {
  const parsed = typed.slice(0, PARSED_LENGTH)
  return Array.from(parsed.matchAll(TOKEN), (match, index) => ({
    word: fold(match[0]),
    start: match.index,
    end: match.index + match[0].length,
    isFirst: index === 0 || isSeparated(parsed.slice(0, match.index), match[0]),
  }))
}

/** Whether punctuation separates them; the comma in "Aug 1, 2027" does not. */
const isSeparated = (before: string, word: string): boolean =>
  /[,;]\s*$/.test(before) && !(/^\d{4}\b/.test(word) && /[a-z]\.? \d{1,2}(st|nd|rd|th)?, *$/i.test(before))

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[.!?:]+$/, '')

/** The words from a token up to the next comma. */
function wordsFrom(tokens: Token[], at: number): string[] {
  const next = tokens.findIndex(({ isFirst }, index) => index > at && isFirst)
  return tokens.slice(at, next === -1 ? undefined : next).map(({ word }) => word)
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

interface Name {
  words: string[]
  filters: SearchFilters
  /** Whether it may stand before "house" without being the name of one. */
  isAdjective?: boolean
}

/** What people call amenities beside their names. */
const AMENITY_TERMS: Record<Amenity, string[]> = {
  laundry: [
    'washer',
    'washers',
    'dryer',
    'washer dryer',
    'washer and dryer',
    'washer/dryer',
    'w/d',
    'washing machine',
    'washing machines',
    'in-unit laundry',
    'in unit laundry',
    'laundry in unit',
    'laundry in building',
    'laundry room',
  ],
  parking: [
    'parking spot',
    'parking space',
    'parking lot',
    'garage',
    'driveway',
    'car parking',
    'off-street parking',
  ],
  pets: [
    'pets',
    'pet',
    'pet friendly',
    'pet-friendly',
    'pets ok',
    'pets welcome',
    'dog',
    'dogs',
    'cat',
    'cats',
    'dogs allowed',
    'cats allowed',
    'dog friendly',
    'cat friendly',
    'dog-friendly',
    'cat-friendly',
  ],
  furnished: ['fully furnished', 'furniture'],
  'utilities-included': [
    'utilities',
    'all utilities',
    'all utilities included',
    'utilities incl',
    'utils',
    'utils included',
    'bills included',
    'all bills included',
  ],
  'air-conditioning': [
    'ac',
    'a/c',
    'aircon',
    'air con',
    'air conditioned',
    'air conditioner',
    'air-conditioning',
    'central air',
  ],
  dishwasher: ['dish washer'],
  'bike-storage': ['bike room', 'bike rack', 'bike racks', 'bike parking', 'bicycle storage', 'bike shed'],
  'step-free': [
    'step-free',
    'step free',
    'accessible',
    'wheelchair',
    'wheelchair access',
    'wheelchair accessible',
    'no steps',
    'no stairs',
  ],
  'roommate-matching': ['roommate', 'roommates'],
}

/** Qualities that a search can only approximate: no one complains about them. */
const QUALITY_TERMS: Partial<Record<ReviewTopic, string[]>> = {
  internet: ['wifi', 'wi-fi', 'internet', 'good wifi', 'fast wifi', 'good internet', 'fast internet'],
  noise: ['quiet'],
  safety: ['safe'],
  light: ['bright', 'sunny'],
}

/** What rooms are, and in which order to show them. */
const OTHER_TERMS: [string[], SearchFilters][] = [
  [['studio', 'studios'], { maxBedrooms: 0 }],
  [
    ['cheap', 'cheaper', 'cheapest', 'affordable', 'inexpensive', 'low rent', 'low-rent', 'low cost'],
    { initialSortBy: 'price', initialSortLowToHigh: true },
  ],
]

/** Names of areas, landmarks, buildings and amenities, and other words for them, the longest first. */
function namesOf({ areas, ...campus }: NamedPlaces): Name[] {
  const named = (terms: string[], filters: SearchFilters): Name[] =>
    terms.map((term) => ({ words: tokensOf(term).map(({ word }) => word), filters }))
  return [
    ...areas.flatMap(({ name, terms = [] }) => named([name, ...terms], { locations: [name] })),
    ...campusPlaces(campus).flatMap(({ id, name, terms = [] }) =>
      named([name, ...terms], {
        commute: commuteText({ placeId: id, mode: 'walk', minutes: NEAR_MINUTES }),
      }),
    ),
    ...AMENITY_IDS.flatMap((id) =>
      named([AMENITIES[id], ...AMENITY_TERMS[id]], { amenities: [id] }).map((name) => ({
        ...name,
        isAdjective: id === 'furnished' || name.words.length > 1,
      })),
    ),
    ...OTHER_TERMS.flatMap(([terms, filters]) =>
      named(terms, filters).map((name) => ({ ...name, isAdjective: true })),
    ),
    ...REVIEW_TOPICS.flatMap((topic) => named(QUALITY_TERMS[topic] ?? [], { without: [topic] })),
  ]
    .filter(({ words }) => words.length > 0)
    .sort((first, second) => second.words.length - first.words.length)
}

const FILLERS = new Set(
  'a an and any anything apartment apartments apt apts find flat flats flatshare for housing i in looking me month monthly my need or per place places rent rental room rooms something that the want with'.split(
    ' ',
  ),
)

/** Words for a home that end many names: next to a filter, these are nothing to search for. */
const HOMES = new Set(['home', 'homes', 'house', 'houses'])

const isFiller = (word: string): boolean => FILLERS.has(word) || HOMES.has(word)

type Match<T> = { length: number; value: T } | undefined

function matchTerm(words: string[], names: Name[]): Term | undefined {
  return (
    matchPrice(words) ??
    matchRooms(words) ??
    matchDay(words) ??
    matchComplaint(words) ??
    matchJourney(words, names) ??
    matchNamed(words, names)
  )
}

const phrases = (...all: string[]): string[][] =>
  all.map((phrase) => phrase.split(' ')).sort((first, second) => second.length - first.length)

function matchPhrase(words: string[], known: string[][]): number {
  return known.find((phrase) => phrase.every((word, index) => words[index] === word))?.length ?? 0
}

const AT_MOST = phrases(
  'under',
  'below',
  'max',
  'maximum',
  '<',
  '<=',
  'less than',
  'up to',
  'at most',
  'no more than',
  'cheaper than',
)
const AT_LEAST = phrases(
  'over',
  'above',
  'min',
  'minimum',
  'from',
  '>',
  '>=',
  'more than',
  'at least',
  'starting at',
)
const OR_LESS = phrases('or less', 'or under', 'or below', 'max', 'maximum')
const OR_MORE = phrases('or more', 'or over', 'or above')
const TO = phrases('to', 'and', '-', '–')

/**
 * Rent in whole dollars: "$900", "1,200", "1.2k", "$1200/month". Fewer than three digits need the dollar sign: they may
 * count rooms or be a part of an address.
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
  // Without a word or a sign it may as well be two numbers of houses.
  if (!isNamed && !pair.some(isSigned)) return undefined
  return priceRange(pair.length + (isNamed ? 1 : 0), money(words[0]), money(words[1 + between]))
}

const isSigned = (word: string): boolean => word.includes('$')

function priceRange(length: number, one?: number, other?: number): Term | undefined {
  if (one === undefined || other === undefined) return undefined
  const [minPrice, maxPrice] = [Math.min(one, other), Math.max(one, other)]
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
  const [orLess, orMore] = [matchPhrase(words.slice(1), OR_LESS), matchPhrase(words.slice(1), OR_MORE)]
  // An amount of dollars alone is the most someone can pay.
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

const NO_MORE = phrases('up to', 'at most', 'max', 'maximum', 'no more than')

/** "2 beds", "2br", "two bedroom", "2+ beds", "at least 2 beds", "2 or more baths". */
function matchRooms(words: string[]): Term | undefined {
  const [, bedrooms, bathrooms] = BOTH_ROOMS.exec(words[0] ?? '') ?? []
  if (bedrooms && bathrooms)
    return { length: 1, filters: { bedrooms: Number(bedrooms), bathrooms: Number(bathrooms) } }
  const least = matchPhrase(words, AT_LEAST)
  const before = Math.max(least, matchPhrase(words, NO_MORE))
  const [first = '', ...others] = words.slice(before)
  const count = NUMBERS[first] ?? Number(/^(\d{1,2})\+?$/.exec(first)?.[1] ?? NaN)
  const between = Number.isNaN(count) ? 0 : matchPhrase(others, OR_MORE)
  const rooms = Number.isNaN(count) ? first : `${count}${others[between] ?? ''}`
  const [, digits, beds] = ROOMS.exec(rooms) ?? []
  if (!digits || Number(digits) === 0 || (before > least && !beds)) return undefined
  return {
    length: before + 1 + (Number.isNaN(count) ? 0 : between + 1),
    filters: !beds
      ? { bathrooms: Number(digits) }
      : { [before > least ? 'maxBedrooms' : 'bedrooms']: Number(digits) },
  }
}

const WITHIN = phrases('within', 'within a', 'a', 'at most', 'up to', 'under', 'less than')
const FROM = phrases('of', 'from', 'to', 'of the', 'from the', 'to the')
const WALKING_DISTANCE = phrases('walking distance', 'within walking distance', 'in walking distance')
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
  const [one, other] = isJoined ? [second, third] : [third, fourth]
  const length = before + (isJoined ? 1 : 2)
  const isByCar = one === 'by' || one === 'on'
  const mode = MODES[isByCar ? other : one]
  if (!mode) return { length, value: { mode: 'walk', minutes } }
  return { length: length + (isByCar ? 2 : 1), value: { mode, minutes } }
}

const AT = phrases(
  'in',
  'in the',
  'at',
  'at the',
  'near',
  'near the',
  'near to',
  'close to',
  'close to the',
  'next to',
  'by',
  'by the',
  'around',
)

const WITH = phrases('with', 'with a', 'with an', 'with in', 'has', 'including', 'incl', 'plus')

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
  'by',
  'available by',
  'available from',
  'available on',
  'available in',
  'available',
  'move in',
  'move in by',
  'move-in',
  'move-in by',
  'moving in by',
  'starting',
)
const DAY = new RegExp(DAY_PATTERN)

const NO_COMPLAINTS = phrases('no complaints about', 'no complaint about', 'without complaints about')
const NO = phrases('no', 'without')

/** Words for topics, and which of them no one wants: "no mice", but not "no parking". */
const UNWANTED: Partial<Record<ReviewTopic, string[]>> = {
  pests: ['pests', 'mice', 'bugs', 'bed bugs', 'bedbugs', 'roaches'],
  mould: ['mold', 'mould'],
  noise: ['noise'],
}
const TOPIC_NAMES = REVIEW_TOPICS.map((topic) => ({
  topic,
  unwanted: phrases(...(UNWANTED[topic] ?? [])),
  names: phrases(topic, fold(TOPIC_TEXTS[topic].criticised)),
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

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)

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

/** @param isAnnounced whether words before say that a date follows: only then are numbers or a month alone a date */
function readDay([first = '', second = '', third = '']: string[], isAnnounced: boolean): Match<string> {
  if (isDay(first)) return { length: 1, value: first }
  const numeric = isAnnounced && /^\d{1,2}$/.test(first) ? Number(first) : 0
  return (
    dayOf(3, [third, monthOf(first), second]) ??
    dayOf(3, [third, monthOf(second), first]) ??
    dayOf(3, [third, numeric, second]) ??
    (isAnnounced ? dayOf(2, [second, monthOf(first), lastDayOf(second, monthOf(first))]) : undefined)
  )
}

function dayOf(length: number, [year, month, day]: [string, number, string]): Match<string> {
  const number = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(day)?.[1] ?? ''
  const value = `${year}-${String(month).padStart(2, '0')}-${number.padStart(2, '0')}`
  return isDay(value) ? { length, value } : undefined
}

/** Whether it is in the calendar: 2027-02-31 only looks like a day. */
const isDay = (text: string): boolean =>
  DAY.test(text) && text.slice(8) <= lastDayOf(text.slice(0, 4), Number(text.slice(5, 7)))

const lastDayOf = (year: string, month: number): string =>
  String(new Date(Date.UTC(Number(year), month, 0)).getUTCDate())

function matchName(words: string[], names: Name[]): Match<Name> {
  const value = names.find((name) => name.words.every((word, index) => words[index] === word))
  return value && { length: value.words.length, value }
}

interface Surroundings {
  /** Whether the search begins with these words. */
  isStart: boolean
  /** What else is understood of it. */
  others: SearchFilters[]
}

/** The filters of words that are nothing but names, what connects them, and a rent. */
function matchNames(
  words: string[],
  names: Name[],
  { isStart, others }: Surroundings,
): SearchFilters[] | undefined {
  const found: Name[] = []
  let rent: SearchFilters | undefined
  for (let at = 0; at < words.length;) {
    const word = words[at] ?? ''
    const name = matchName(words.slice(at), names)
    const next = matchName(words.slice(at + 1), names)
    if (name) found.push(name.value)
    else if (isBareRent(word) && !rent && !(isStart && at === 0) && !(next && isPlace(next.value)))
      rent = { maxPrice: word }
    else if (!isFiller(word)) return undefined
    at += name?.length ?? 1
  }
  const isNamed = words.some((word) => HOMES.has(word)) && !found.every(({ isAdjective }) => isAdjective)
  const terms = found.map(({ filters }) => filters)
  const understood = [...others, ...terms]
  const isSecondRent = rent && understood.some(({ minPrice, maxPrice }) => minPrice ?? maxPrice)
  if (isNamed || isSecondRent || understood.length === 0) return undefined
  if (rent) return [...terms, rent]
  return terms.length > 0 ? terms : undefined
}

/** Neither the number of a room nor a year. */
const isBareRent = (word: string): boolean => /^([3-9]\d\d|\d{4})$/.test(word) && !/^20[2-4]\d$/.test(word)

/** Areas and amenities add up, in the order of their lists; of anything else the later one counts. */
export function mergeFilters(
  first: SearchFilters,
  second: SearchFilters,
  { areas }: Pick<NamedPlaces, 'areas'>,
): SearchFilters {
  const merged = { ...first, ...second }
  const chosen = new Set([...(first.locations ?? []), ...(second.locations ?? [])])
  const locations = areas.map(({ name }) => name).filter((name) => chosen.has(name))
  const named = new Set([...(first.amenities ?? []), ...(second.amenities ?? [])])
  const amenities = AMENITY_IDS.filter((id) => named.has(id))
  const uncriticised = new Set([...(first.without ?? []), ...(second.without ?? [])])
  const without = REVIEW_TOPICS.filter((topic) => uncriticised.has(topic))
  const [least, most] = [merged.minPrice, merged.maxPrice]
  const { bedrooms = 0, maxBedrooms = Infinity } = merged
  return {
    ...merged,
    ...(locations.length > 0 && { locations }),
    ...(amenities.length > 0 && { amenities }),
    ...(without.length > 0 && { without }),
    ...(least && most && Number(least) > Number(most) && { minPrice: most, maxPrice: least }),
    ...(bedrooms > maxBedrooms && { bedrooms: maxBedrooms || undefined, maxBedrooms: bedrooms }),
  }
}
