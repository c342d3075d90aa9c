import { AMENITY_IDS } from '@offquad/contracts'

/** Names and texts that break layouts: very long, without spaces, right to left, emoji, markup, odd spaces. */
const NAMES = [
  'The Residences at Upper Collegetown Terrace on the Corner of Eddy Street and Dryden Road, Building Number Four, Rear',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftshauptquartierverwaltungsgebäudeanbau12',
  'مساكن الطلاب في شارع الجامعة القديم بالقرب من المكتبة المركزية والحديقة العامة خلف المحطة الكبيرة للقطارات الشمالية',
  'בית הסטודנטים שברחוב הראשי ליד הגשר הישן',
  '🏠🏡🏘️🏚️🏢🏬🏣🏤🏥🏦🏨🏩🏪🏫⛪🕌🛕🕍⛩️🕋🏠🏡🏘️🏚️🏢🏬🏣🏤🏥🏦🏨🏩🏪🏫⛪🕌🛕🕍⛩️🕋',
  '👩‍👩‍👧‍👦 Family flat 👨‍👨‍👦',
  '<b>Bold & "quoted"</b> <script>alert(1)</script>',
  'A',
  '大学城北路一百二十三号学生公寓三单元五楼东侧靠近图书馆与食堂的双人间带阳台独立卫生间长期出租',
  'Tab\tand   many      spaces',
]
const LONG_WORD = 'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(6)
const TEXTS = [
  `${LONG_WORD} is all there is to say about the heating of this place.`,
  'Line one.\nLine two.\n\n\nLine three after a gap, and then it goes on for a while about the porch. '.repeat(
    14,
  ),
  'السكن هادئ وقريب من الحرم الجامعي، لكن التدفئة لا تعمل جيدا في الشتاء والمالك يتأخر في الإصلاح.',
  '😀😃😄😁😆😅🤣😂🙂🙃😉😊😇🥰😍🤩😘 great!!! '.repeat(20),
  'https://example.org/a/very/long/address/that/never/ends/' + 'segment/'.repeat(40),
  'Short, but enough.',
]
/** As many as an apartment may have, each with all there may be. */
const ROOM_TYPES = Array.from({ length: 30 }, (_, index) => ({
  beds: index % 21,
  baths: (index % 8) + 0.5,
  rent: [1, 99_999, 1_000_000][index % 3],
  availableFrom: '2027-12-31',
  leaseMonths: 60,
  squareFeet: 100_000,
}))
const AREAS = ['COLLEGETOWN', 'WEST', 'NORTH', 'DOWNTOWN', 'OTHER']

const ADDRESS =
  '12345678 Northwest Upper Saint Christopher-Fitzgerald Memorial Boulevard Extension, Apartment 4096, Rear Entrance'

/** A landlord with extreme names, contact and buildings, and most of the reviews. */
export const HOSTILE_LANDLORD = 'hostile-landlord-0'
/** Has 500 reviews. */
export const HOSTILE_APARTMENT = 'hostile-0'
/** Without reviews, rent, pictures and landlord. */
export const BARE_APARTMENT = 'hostile-39'

/**
 * Import files with listings and reviews that could break layouts: 40 apartments and 10 landlords with extreme names, one of
 * them with 500 reviews.
 * @param photos URLs of pictures of extreme shapes
 */
export function hostileRows(photos: string[]) {
  const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
  const landlords = NAMES.map((name, index) => ({
    id: `hostile-landlord-${index}`,
    name,
    contact: index % 2 === 0 ? `https://example.org/${'contact-'.repeat(20)}` : 'ask at the desk, please',
    address: ADDRESS,
    photos: photos.slice(0, index % 4),
  }))
  const apartments = Array.from({ length: 40 }, (_, index) => {
    const isBare = `hostile-${index}` === BARE_APARTMENT
    return {
      id: `hostile-${index}`,
      name: at(NAMES, index),
      landlordId: isBare ? null : index < 20 ? HOSTILE_LANDLORD : at(landlords, index).id,
      address: index % 3 === 0 ? ADDRESS : `${index} Elm St`,
      area: at(AREAS, index),
      photos: isBare ? [] : photos.slice(0, index % 4),
      numBeds: isBare ? 0 : (index % 12) + 1,
      numBaths: isBare ? 0 : (index % 5) + 1,
      price: isBare ? null : [1, 99_999, 1_234, 750][index % 4],
      ...(index % 5 === 0 && {
        numBeds: null,
        numBaths: null,
        price: null,
        roomTypes: ROOM_TYPES,
        amenities: AMENITY_IDS,
      }),
      latitude: isBare ? '' : 42.44 + (index % 7) * 0.002,
      longitude: isBare ? '' : -76.49 + (index % 5) * 0.003,
    }
  })
  const reviews = Array.from({ length: 620 }, (_, index) => ({
    id: `hostile-review-${index}`,
    aptId: index < 500 ? HOSTILE_APARTMENT : `hostile-${1 + (index % 30)}`,
    landlordId: HOSTILE_LANDLORD,
    date: new Date(Date.UTC(2012, 0, 1) + index * 7 * 86_400_000).toISOString(),
    overallRating: (index % 5) + 1,
    detailedRatings: {
      location: (index % 5) + 1,
      maintenance: ((index + 1) % 5) + 1,
      safety: ((index + 2) % 5) + 1,
      conditions: ((index + 3) % 5) + 1,
    },
    bedrooms: index % 7,
    price: index % 7,
    photos: index % 9 === 0 ? photos.slice(0, (index % 3) + 1) : [],
    reviewText: at(TEXTS, index),
    likes: index % 50 === 0 ? 123_456 : 0,
    status: at(['APPROVED', 'APPROVED', 'APPROVED', 'APPROVED', 'APPROVED', 'REPORTED'], index),
  }))
  const waiting = ['PENDING', 'DECLINED', 'REPORTED'].flatMap((status) =>
    TEXTS.map((reviewText, index) => ({
      ...at(reviews, index * 9),
      id: `hostile-${status}-${index}`,
      aptId: `hostile-${31 + index}`,
      status,
      reviewText,
    })),
  )
  return { landlords, apartments, reviews: [...reviews, ...waiting] }
}

/** Extreme messages from students to the team. */
export const HOSTILE_MESSAGES = TEXTS
export const HOSTILE_NAMES = NAMES

/** A timetable of buses with extreme names: more lines than fit, from a stop near the first apartments. */
export function hostileTimetable(): Record<string, string> {
  const rowsOf = (rows: (string | number)[][]) =>
    rows.map((row) => row.map((value) => `"${String(value).replaceAll('"', '""')}"`).join(',')).join('\n')
  const lines = [LONG_WORD, ...NAMES, '7']
  return {
    'agency.txt': rowsOf([['agency_name'], [LONG_WORD], ...NAMES.map((name) => [name])]),
    'stops.txt': rowsOf([
      ['stop_id', 'stop_name', 'stop_lat', 'stop_lon'],
      ['home', `${LONG_WORD} ${NAMES.join(', ')}`, 42.4401, -76.4899],
      ['campus', 'Campus', 42.4467, -76.485],
    ]),
    'routes.txt': rowsOf([
      ['route_id', 'route_short_name', 'route_type'],
      ...lines.map((name, index) => [index, name, 3]),
    ]),
    'calendar.txt': rowsOf([
      [
        ...['service_id', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
        ...['start_date', 'end_date'],
      ],
      ['daily', 1, 1, 1, 1, 1, 1, 1, '20250101', '20991231'],
    ]),
    'trips.txt': rowsOf([
      ['route_id', 'service_id', 'trip_id', 'trip_headsign'],
      ...lines.map((_, index) => [index, 'daily', index, lines.at(-1 - index) ?? '']),
    ]),
    'frequencies.txt': rowsOf([
      ['trip_id', 'start_time', 'end_time', 'headway_secs'],
      ...lines.map((_, index) => [index, '06:00:00', '20:00:00', 61 + index * 600]),
    ]),
    'stop_times.txt': rowsOf([
      ['trip_id', 'arrival_time', 'departure_time', 'stop_id', 'stop_sequence'],
      ...lines.flatMap((_, index) => [
        [index, '00:00:00', '00:00:00', 'home', 1],
        [index, '00:03:00', '00:03:00', 'campus', 2],
      ]),
    ]),
  }
}
