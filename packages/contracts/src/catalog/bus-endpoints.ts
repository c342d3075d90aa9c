import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint'
import { IdParams, publicRead } from '../shapes'

/** The hours of a weekday whose buses count, and the maximum straight-line distance of a stop in metres. */
export const BUS_TIMES = { fromHour: 7, toHour: 19, stopMetres: 800 } as const

/** Explains what times by bus include. */
export const BUS_TIMES_NOTE =
  'By bus: walking to a stop, waiting half the time between two buses, riding by the timetable of a weekday from 7 am to 7 pm, and walking from there. Without changing buses, traffic and holidays.'

const Minutes = Type.Integer({ minimum: 0 })

const BusLine = Type.Object({
  name: Type.String({ description: 'As on the bus: 30' }),
  headsign: Type.String({ description: "Where most of its buses go, as on the bus; '' if unknown" }),
  departures: Type.Integer({ minimum: 1, description: 'From this stop to the landmark, from 7 am to 7 pm' }),
  everyMinutes: Type.Integer({ minimum: 1, description: 'These hours divided by the departures' }),
  placeId: Type.String({ description: 'The landmark that it reaches soonest' }),
  rideMinutes: Minutes,
  walkMinutes: Type.Integer({ minimum: 0, description: 'From the last stop to the landmark' }),
})

export const CampusBuses = Type.Object({
  timetable: Type.Optional(
    Type.Object(
      {
        agencies: Type.Array(Type.String()),
        day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'The weekday that counts' }),
      },
      { description: 'Absent where no timetable is configured' },
    ),
  ),
  stops: Type.Array(
    Type.Object({ name: Type.String(), walkMinutes: Minutes, lines: Type.Array(BusLine, { minItems: 1 }) }),
    { description: 'The nearest first, each line at the stop where it is best to get on' },
  ),
})
export type CampusBuses = Static<typeof CampusBuses>

export const getCampusBuses = endpoint('GET /api/campus-buses/:id', {
  ...publicRead,
  summary:
    'Bus stops within 800 m of an apartment and the lines from there to landmarks, by the timetable of one weekday: at most eight, none that is slower than walking.',
  params: IdParams,
  reply: CampusBuses,
})
