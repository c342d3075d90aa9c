import { type Random } from './random'

/** How good each rated feature was, 1 to 5. */
export interface Ratings {
  location: number
  maintenance: number
  safety: number
  conditions: number
}

type Tone = 'good' | 'mixed' | 'bad'

const toneOf = (rating: number): Tone => (rating >= 4 ? 'good' : rating >= 3 ? 'mixed' : 'bad')

const OPENINGS: Record<Tone, readonly string[]> = {
  good: [
    'I lived here for two years and would sign again.',
    'Honestly the best place I have had since first year.',
    'Three of us shared this and none of us wanted to leave.',
    'Picked it from the pictures and was not disappointed.',
    'Quiet building, decent people, no drama.',
    'We renewed twice, which says it all.',
    'Good value for what you get.',
    'My roommate found this and I owe her.',
  ],
  mixed: [
    'It is fine for a year.',
    'Not bad, not great.',
    'Some things I loved, some I would warn you about.',
    'Does the job if you are mostly on campus anyway.',
    'I would live here again at a lower rent.',
    'You get what you pay for.',
    'Mixed feelings after twelve months.',
  ],
  bad: [
    'I would look elsewhere.',
    'We counted the days until the lease ended.',
    'Looks much better in the pictures.',
    'The viewing was in a different unit, so ask to see yours.',
    'Cheap for a reason.',
    'I moved out in January and paid for it.',
  ],
}

const ASPECTS: Record<keyof Ratings, Record<Tone, readonly string[]>> = {
  location: {
    good: [
      'You can leave ten minutes before class and still be early.',
      'Groceries, a bus stop and coffee are all around the corner.',
      'The walk up is short and well lit.',
      'Close to everything without being on the loudest street.',
      'I stopped using my bike because I could just walk.',
    ],
    mixed: [
      'The walk is okay until it snows.',
      'The bus is every half hour, so learn the timetable.',
      'Fine for engineering, far for the ag side.',
      'The hill keeps you fit whether you like it or not.',
    ],
    bad: [
      'The walk home is longer than the map makes you think.',
      'The last bus leaves before the library closes.',
      'You want a car here and there is nowhere to park it.',
    ],
  },
  maintenance: {
    good: [
      'When the heater broke somebody came the same afternoon.',
      'Requests go through an app and get answered within a day.',
      'The super knows everyone by name and fixes things properly.',
      'They replaced the fridge without a discussion.',
    ],
    mixed: [
      'Repairs happen, but you have to ask twice.',
      'Small things are quick, big things take a month.',
      'Nobody answers on weekends.',
    ],
    bad: [
      'The dishwasher was broken from September to March.',
      'Every request starts with them asking whether we broke it.',
      'We fixed the sink ourselves in the end.',
      'They kept part of the deposit for paint that was already peeling.',
    ],
  },
  safety: {
    good: [
      'The front door locks by itself and packages go inside.',
      'I never felt uneasy coming home late.',
      'Good lights, good locks, nosy neighbors in the best way.',
    ],
    mixed: [
      'The side door does not always close, keep an eye on it.',
      'Weekend nights are loud but harmless.',
      'Two packages went missing, otherwise no trouble.',
    ],
    bad: [
      'The lock on the back door was broken for weeks.',
      'Somebody went through our cars twice.',
      'The stairwell light never worked while I lived there.',
    ],
  },
  conditions: {
    good: [
      'Big windows, real insulation, and the water pressure is great.',
      'The kitchen was redone recently and it shows.',
      'Rooms are larger than they look and the closets are huge.',
      'Clean when we moved in, which I hear is rare.',
    ],
    mixed: [
      'The carpet is old but clean.',
      'Thin walls: you will know your neighbor’s alarm.',
      'The bathroom is tiny, the living room makes up for it.',
      'Bring a fan for August.',
    ],
    bad: [
      'There was mold around the windows by November.',
      'Mice. More than one.',
      'The heating has two settings, off and sauna.',
      'Water came through the ceiling twice.',
    ],
  },
}

const TIPS = [
  'Ask for a room facing the back.',
  'Heat is included, electricity is not.',
  'Laundry is in the basement and takes cards.',
  'Parking is extra, so ask before you sign.',
  'Sign early, the good units are gone by October.',
  'Subletting over summer was easy.',
  'Take pictures on the day you move in.',
  'Trash goes out on Tuesdays and they do fine you.',
  'Internet is your own problem, but fiber is in the street.',
  'The top floor is warm in winter and warmer in summer.',
  'Bring your own shelves.',
] as const

const ORDER: (keyof Ratings)[] = ['location', 'maintenance', 'safety', 'conditions']

/** What a student would write who gave these ratings: some aspects, the extreme ones first, perhaps a tip. */
export function writeReviewText(ratings: Ratings, overall: number, random: Random): string {
  const opening = random.pick(OPENINGS[toneOf(overall)])
  const count = random.between(1, 4)
  const told = ORDER.toSorted(
    (a, b) => Math.abs(ratings[b] - 3) - Math.abs(ratings[a] - 3) + random.bell(),
  ).slice(0, count)
  const sentences = told.map((aspect) => random.pick(ASPECTS[aspect][toneOf(ratings[aspect])]))
  const tip = random.chance(0.45) ? [random.pick(TIPS)] : []
  const parts = random.chance(0.75) ? [opening, ...sentences, ...tip] : [...sentences, ...tip, opening]
  const text = parts.join(' ')
  return random.chance(0.12) ? text.replace(/\. (?=[A-Z])/, '.\n\n') : text
}
