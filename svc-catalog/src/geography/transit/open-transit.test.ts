import { feedFolder, feedZip, GTFS_FOLDER } from '../../../test/gtfs-feed'
import { openTransit } from './open-transit'

async function open(GTFS_FILE: string | undefined, today = '2026-11-24') {
  const lines: [string, object, string][] = []
  const write = (level: string) => (fields: object, message: string) =>
    void lines.push([level, fields, message])
  const transit = await openTransit({
    config: { GTFS_FILE },
    now: () => new Date(`${today}T12:00:00Z`),
    log: { info: write('info'), warn: write('warn'), error: write('error') },
  })
  return { transit, lines }
}

describe('opening the timetable', () => {
  it('logs what it has', async () => {
    const { transit, lines } = await open(GTFS_FOLDER)

    expect(transit?.timetable).toEqual({ agencies: ['Hill, Lake & Campus Buses'], day: '2026-11-24' })
    expect(lines).toEqual([
      ['info', { file: GTFS_FOLDER, day: '2026-11-24', stops: 6, lines: 3, runs: 5 }, 'bus timetable loaded'],
    ])
  })

  it('logs why a feed cannot be used', async () => {
    const file = await feedFolder({ 'stops.txt': null })
    const { transit, lines } = await open(file)

    expect(transit).toBeUndefined()
    expect(lines).toEqual([
      [
        'error',
        { file, err: expect.objectContaining({ message: 'stops.txt is missing' }) },
        'GTFS_FILE cannot be used: there are no times by bus',
      ],
    ])
  })

  it.each([
    [
      'that unpacks to millions of rows',
      () =>
        feedZip({ 'stops.txt': `stop_id,stop_name,stop_lat,stop_lon\n${'s,S,42,-76\n'.repeat(1_000_001)}` }),
      'stops.txt has more than 1000000 rows: cut the region out of the feed',
    ],
    [
      'with a row that does not end',
      () => feedZip({ 'agency.txt': `agency_name\n${'a'.repeat(10_000_000)}` }),
      /agency.txt: Max Record Size/,
    ],
    [
      'whose buses stop more often in a day than a search can look at',
      () =>
        feedFolder({
          'frequencies.txt': [
            'trip_id,start_time,end_time,headway_secs',
            ...Array.from({ length: 150_000 }, () => 'up,08:00:00,09:00:00,600'),
          ].join('\n'),
        }),
      /^buses stop \d+ times on 2026-11-24, more than 300000: cut the region out of the feed$/,
    ],
  ])('goes on without one %s, and logs why', async (_, write, message) => {
    const { transit, lines } = await open(await write())

    expect(transit).toBeUndefined()
    expect(lines).toEqual([
      [
        'error',
        {
          file: expect.any(String),
          err: expect.objectContaining({ message: expect.stringMatching(message) }),
        },
        'GTFS_FILE cannot be used: there are no times by bus',
      ],
    ])
  })

  it('warns of one that has expired, and uses it', async () => {
    const calendar =
      'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n' +
      'weekday,1,1,1,1,1,0,0,20260824,20261211\n'
    const { transit, lines } = await open(await feedFolder({ 'calendar.txt': calendar }), '2027-02-01')

    expect(transit?.timetable.day).toBe('2026-08-24')
    expect(lines.map(([level, , message]) => [level, message])).toContainEqual([
      'warn',
      'the bus timetable has expired: replace GTFS_FILE',
    ])
  })

  it('says nothing without one', async () => {
    expect(await open(undefined)).toEqual({ transit: undefined, lines: [] })
  })
})
