import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createBusTimes } from '../src/geography/transit/bus-times'
import { feedFolder, feedZip, GTFS_FOLDER, timetableAt } from './gtfs-feed'

describe('the timetable of a feed', () => {
  it('has the buses of one weekday, with names as they are quoted and without what no bus serves', async () => {
    const { agencies, day, stops, lines, runs } = await timetableAt(GTFS_FOLDER)

    expect({ agencies, day }).toEqual({ agencies: ['Hill, Lake & Campus Buses'], day: '2026-11-24' })
    expect(stops.map(({ name }) => name)).toEqual([
      'Lake Street',
      'State Street, at the theater',
      'College Gate',
      'Ho Plaza',
      'Ag Quad',
      'Farm Road',
    ])
    expect(lines.map(({ name }) => name)).toEqual(['10', '30', 'Night bus'])
    expect(runs.map(({ line, headsign, count, headway }) => [line, headsign, count, headway])).toEqual([
      [0, 'Campus', 84, 600],
      [0, 'Lake Street', 42, 1200],
      [1, 'Campus', 1, 0],
      [1, 'Campus', 1, 0],
      [1, 'Campus by Tower Road', 1, 0],
    ])
  })

  it('is the same from a zip file', async () => {
    expect(await timetableAt(await feedZip())).toEqual(await timetableAt(GTFS_FOLDER))
  })

  it('orders calls by their sequence, and spreads stops without a time between those that have one', async () => {
    const [{ calls = [] } = {}] = (await timetableAt(GTFS_FOLDER)).runs

    expect(calls.map(({ stop }) => stop)).toEqual([0, 1, 2, 3, 4])
    expect(calls.map(({ arrival }) => arrival)).toEqual([0, 120, 240, 360, 600])
  })

  it('needs no optional file', async () => {
    const folder = await feedFolder({
      'frequencies.txt': null,
      'calendar.txt': null,
      'calendar_dates.txt': 'service_id,date,exception_type\nweekday,20261201,1\nweekday,20261202,2\n',
    })

    const { day, runs } = await timetableAt(folder)

    expect([day, runs.length]).toEqual(['2026-12-01', 3])
  })

  it('has no runs of trips whose times go back or that call once', async () => {
    const rows = ['farm-1,08:00:00,08:00:00,farm,1', 'farm-2,09:00:00,09:00:00,farm,1']
    const backwards = [
      'farm-2,08:50:00,08:50:00,quad,2',
      'farm-3,09:00:00,09:00:00,farm,1',
      'farm-3,,,quad,2',
    ]
    const header = 'trip_id,arrival_time,departure_time,stop_id,stop_sequence'
    const good = ['farm-4,10:00:00,10:00:00,farm,1', 'farm-4,10:20:00,10:20:00,plaza,2']
    const folder = await feedFolder({
      'stop_times.txt': [header, ...rows, ...backwards, ...good].join('\r\n'),
    })

    expect((await timetableAt(folder)).runs).toHaveLength(1)
  })
})

describe('the day that counts', () => {
  const CALENDAR =
    'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n' +
    'weekday,1,1,1,1,1,0,0,20270125,20270514\n' +
    'saturday,1,1,1,1,1,1,1,20261201,20270514\n'
  const dayFrom = async (today: string) =>
    (await timetableAt(await feedFolder({ 'calendar.txt': CALENDAR }), today)).day

  it('is the first with the most buses, not one of the vacation before the term', async () => {
    expect(await dayFrom('2026-12-05')).toBe('2027-01-25')
  })

  it('is never before the service starts', async () => {
    expect(await dayFrom('2027-03-06')).toBe('2027-03-08')
  })

  it('is a past one only where the feed has ended', async () => {
    expect(await dayFrom('2028-01-01')).toBe('2027-01-25')
  })

  it('is no holiday', async () => {
    expect((await timetableAt(GTFS_FOLDER, '2026-11-26')).day).toBe('2026-11-27')
  })
})

describe('a feed that cannot be used is rejected, naming the place:', () => {
  it.each([
    ['a missing file', { 'stop_times.txt': null }, 'stop_times.txt is missing'],
    ['an empty file', { 'trips.txt': '' }, 'trips.txt is empty'],
    ['a missing column', { 'routes.txt': 'route_id\nr10\n' }, 'routes.txt has no column route_type'],
    [
      'a wrong time',
      {
        'stop_times.txt': 'trip_id,arrival_time,departure_time,stop_id,stop_sequence\nup,7:5,7:5,lake,1\n',
      },
      'stop_times.txt, row 1: arrival_time "7:5" is not a time',
    ],
    [
      'a wrong date',
      { 'calendar_dates.txt': 'service_id,date,exception_type\nweekday,20260230,1\n' },
      'calendar_dates.txt, row 1: date "20260230" is not a date',
    ],
    [
      'a wrong coordinate',
      { 'stops.txt': 'stop_id,stop_name,stop_lat,stop_lon\nlake,Lake,95,-76\n' },
      'stops.txt, row 1: stop_lat "95" is not a number from -90 to 90',
    ],
    [
      'no days',
      { 'calendar.txt': null, 'calendar_dates.txt': null },
      'neither calendar.txt nor calendar_dates.txt has a day',
    ],
    [
      'no buses on weekdays',
      { 'trips.txt': 'route_id,service_id,trip_id\nr10,saturday,up\n', 'calendar_dates.txt': null },
      'no bus runs on a weekday',
    ],
    ['no buses at all', { 'routes.txt': 'route_id,route_type\ntrain,2\n' }, 'no bus runs on a weekday'],
    [
      'no calls',
      { 'stop_times.txt': 'trip_id,arrival_time,departure_time,stop_id,stop_sequence\n' },
      'no bus has two stops on 2026-11-24 from 7 am to 7 pm',
    ],
    ['quotes that do not end', { 'agency.txt': 'agency_name\n"Buses\n' }, 'agency.txt: Quote Not Closed'],
  ])('%s', async (_, changes, message) => {
    await expect(timetableAt(await feedFolder(changes))).rejects.toThrow(message)
  })

  it('what is no zip file', async () => {
    const file = path.join(await feedFolder(), 'feed.zip')
    await writeFile(file, 'stops.txt')

    await expect(timetableAt(file)).rejects.toThrow(/not a zip file|End of central directory/i)
  })
})

describe('times by bus', () => {
  const AT = {
    lake: { latitude: 42.4396, longitude: -76.497 },
    plaza: { latitude: 42.4466, longitude: -76.4849 },
    quad: { latitude: 42.4487, longitude: -76.4785 },
    farm: { latitude: 42.486, longitude: -76.476 },
  }
  const PLAZA = { id: 'plaza', ...AT.plaza }
  const QUAD = { id: 'quad', ...AT.quad }
  const busTimes = async (changes = {}) => createBusTimes(await timetableAt(await feedFolder(changes)))

  it('are half of the time between buses and the ride, without a walk', async () => {
    const { to } = await busTimes()

    // Every 10 minutes, 6 minutes.
    expect(to(AT.plaza)(AT.lake)).toEqual({ minutes: 11, isOnFoot: false })
  })

  it('have the walks at both ends', async () => {
    const { to } = await busTimes()
    const north = (place: typeof AT.lake, degrees: number) => ({
      ...place,
      latitude: place.latitude + degrees,
    })

    const { minutes } = to(north(AT.plaza, 0.001))(north(AT.lake, -0.001))

    // 111 m each.
    expect(minutes).toBeCloseTo(11 + (2 * 111.2 * 1.22) / 78.6, 1)
  })

  it('count departures from 7 am to 7 pm, and the ride of each', async () => {
    const { linesBetween } = await busTimes()

    expect(linesBetween(AT.farm, [PLAZA])).toEqual([
      {
        name: 'Farm Road',
        walkMinutes: 0,
        lines: [
          {
            name: '30',
            headsign: 'Campus',
            departures: 3,
            everyMinutes: 240,
            placeId: 'plaza',
            // Mean of 16, 16 and 18 minutes.
            rideMinutes: 17,
            walkMinutes: 0,
          },
        ],
      },
    ])
  })

  it('are those of walking where that is faster, or no bus goes', async () => {
    const { to } = await busTimes()

    const [sometimes, never, near] = [to(AT.quad)(AT.farm), to(AT.farm)(AT.lake), to(AT.plaza)(AT.quad)]

    // Twelve minutes' ride after waiting for two hours.
    expect(sometimes.isOnFoot).toBe(true)
    expect(never.isOnFoot).toBe(true)
    expect(near.isOnFoot).toBe(true)
  })

  it('respect where nobody gets on or off', async () => {
    const rows = (pickup: string, dropOff: string) => ({
      'stop_times.txt': [
        'trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type',
        `up,00:00:00,00:00:00,lake,1,${pickup},0`,
        `up,00:06:00,00:06:00,plaza,2,0,${dropOff}`,
      ].join('\n'),
    })
    const isOnFoot = async (pickup: string, dropOff: string) =>
      (await busTimes(rows(pickup, dropOff))).to(AT.plaza)(AT.lake).isOnFoot

    expect(await Promise.all([isOnFoot('0', '0'), isOnFoot('1', '0'), isOnFoot('0', '1')])).toEqual([
      false,
      true,
      true,
    ])
  })

  it('count a bus once that passes a stop twice before the destination, and each round of one that comes back', async () => {
    const header = 'trip_id,arrival_time,departure_time,stop_id,stop_sequence'
    const calls = ['lake', 'state', 'lake', 'plaza', 'lake', 'plaza'].map(
      (stop, index) => `up,08:${10 + index * 3}:00,08:${10 + index * 3}:00,${stop},${index}`,
    )
    const { linesBetween } = await busTimes({
      'frequencies.txt': null,
      'stop_times.txt': [header, ...calls].join('\n'),
    })

    const [stop] = linesBetween(AT.lake, [PLAZA])

    expect(stop?.lines).toMatchObject([{ departures: 2, rideMinutes: 3 }])
  })

  it('list each line at the stop where it is best to get on, for the landmark it reaches soonest', async () => {
    const { linesBetween } = await busTimes()

    // Near State Street as well, but nearer to Lake Street.
    const stops = linesBetween({ latitude: 42.4398, longitude: -76.4968 }, [QUAD, PLAZA])

    expect(stops.map(({ name, lines }) => [name, lines.map((line) => [line.name, line.placeId])])).toEqual([
      ['Lake Street', [['10', 'plaza']]],
    ])
  })

  it('list the eight lines that take least, by their numbers', async () => {
    const ids = Array.from({ length: 10 }, (_, index) => index + 1)
    const csv = (header: string, row: (id: number) => string) => [header, ...ids.map(row)].join('\n')
    const { linesBetween } = await busTimes({
      'routes.txt': csv('route_id,route_short_name,route_type', (id) => `r${id},${id},3`),
      'trips.txt': csv('trip_id,route_id,service_id', (id) => `${id},r${id},weekday`),
      // The higher the number, the more often.
      'frequencies.txt': csv(
        'trip_id,start_time,end_time,headway_secs',
        (id) => `${id},06:00:00,20:00:00,${3600 / id}`,
      ),
      'stop_times.txt': csv(
        'trip_id,arrival_time,departure_time,stop_id,stop_sequence',
        (id) => `${id},00:00:00,00:00:00,lake,1\n${id},00:06:00,00:06:00,plaza,2`,
      ),
    })

    const [stop] = linesBetween(AT.lake, [PLAZA])

    expect(stop?.lines.map(({ name }) => name)).toEqual(['3', '4', '5', '6', '7', '8', '9', '10'])
  })

  it('list no stop from which walking is faster than any ride, and none beyond 800 m', async () => {
    const { linesBetween } = await busTimes()

    expect(linesBetween(AT.quad, [QUAD])).toEqual([])
    expect(linesBetween({ latitude: 42.47, longitude: -76.52 }, [PLAZA])).toEqual([])
  })
})
