import { until } from '@offquad/service-kit/testing'
import { computeTravelTimes as computeTravelTimesJob, type TravelTimes } from '@offquad/contracts'
import {
  computeMissingTravelTimes,
  computeTravelTimes,
} from '../src/geography/travel-times/compute-travel-times.job'
import { estimateTravelTimes } from '../src/geography/travel-times/estimate-travel-times'
import { apartment, startCatalog, type TestCatalog } from './start-catalog'

let catalog: TestCatalog
beforeEach(async () => {
  catalog = await startCatalog()
})
afterEach(() => catalog.close())

const HERE = { latitude: 42.44, longitude: -76.48 }
const THERE = { latitude: 42.5, longitude: -76.5 }

const timesOf = (id: string): Promise<TravelTimes> => catalog.get(`/api/travel-times-by-id/${id}`)
const walkingOf = async (id: string) => (await timesOf(id)).hoPlazaWalking
const isPending = async (id: string) => (await catalog.context.places.listIdsOfPending(1000)).includes(id)

describe('travel times', () => {
  it('are there soon after an apartment was imported, and distanceToCampus with them', async () => {
    await catalog.work()
    await catalog.importApartments(apartment('1', HERE), apartment('2'))

    const walking = await until(() => walkingOf('1'))

    expect(walking).toBeCloseTo((await catalog.get('/api/apts/1'))[0].distanceToCampus)
    expect(await catalog.get('/api/page-data/home/1/distanceToCampus')).toMatchObject({
      buildingData: [{ buildingData: { id: '1' } }],
    })
    expect(await walkingOf('2')).toBeNull()
  })

  it('are computed anew when an apartment moves, and are not there until then', async () => {
    await catalog.importApartments(apartment('1', HERE))
    await computeTravelTimes(catalog.context, { apartmentId: '1' })
    const before = await until(() => walkingOf('1'))

    await catalog.importApartments(apartment('1', THERE))
    expect(await timesOf('1')).toMatchObject({ hoPlazaWalking: null })
    expect((await catalog.get('/api/apts/1'))[0].distanceToCampus).toBeNull()

    await catalog.work()
    const after = await until(() => walkingOf('1'))
    expect(after).toBeGreaterThan(before * 3)
  })

  it('follow a move along one axis', async () => {
    await catalog.work()
    await catalog.importApartments(apartment('1', HERE))
    const before = await until(() => walkingOf('1'))

    await catalog.importApartments(apartment('1', { ...HERE, longitude: -76.6 }))

    await until(async () => ((await walkingOf('1')) ?? 0) > before * 3)
  })

  it('go when the place is no longer known', async () => {
    await catalog.importApartments(apartment('1', HERE))
    await computeTravelTimes(catalog.context, { apartmentId: '1' })
    await until(() => walkingOf('1'))

    await catalog.importApartments(apartment('1', { latitude: '', longitude: '' }))

    expect(await walkingOf('1')).toBeNull()
    expect(await isPending('1')).toBe(false)
  })

  it('of the old place are never stored for an apartment that moved meanwhile', async () => {
    await catalog.importApartments(apartment('1', HERE))
    const { university, places } = catalog.context
    const old = await places.findPending('1')

    await catalog.importApartments(apartment('1', THERE))
    const travelTimes = {
      ...estimateTravelTimes(HERE, university),
      method: 'osrm-1',
      estimatedLegs: [],
    }
    const isSaved = old && (await places.saveTravelTimes('1', old, { travelTimes, kept: [] }))

    expect(isSaved).toBe(false)
    expect(await isPending('1')).toBe(true)
    await catalog.work()
    expect(await until(() => walkingOf('1'))).toBeGreaterThan(60)
  })

  it('are not computed again by another change or another run', async () => {
    await catalog.importApartments(apartment('1', HERE))
    await computeTravelTimes(catalog.context, { apartmentId: '1' })
    await until(() => walkingOf('1'))
    const places = {
      ...catalog.context.places,
      saveTravelTimes: () => Promise.reject(new Error('computed again')),
    }

    await catalog.importApartments(apartment('1', { ...HERE, price: 5 }))
    await computeTravelTimes({ ...catalog.context, places }, { apartmentId: '1' })
    await computeTravelTimes({ ...catalog.context, places }, { apartmentId: 'never there' })

    expect(await walkingOf('1')).toBeGreaterThan(1)
  })

  it('whose message was lost are computed by the sweep, although others cannot be', async () => {
    await catalog.importApartments(apartment('1', HERE), apartment('2', THERE))
    const { places } = catalog.context
    const failing: typeof places = {
      ...places,
      async saveTravelTimes(id, ...rest) {
        if (id === '1') throw new Error('no way')
        return places.saveTravelTimes(id, ...rest)
      },
    }

    await computeMissingTravelTimes({ ...catalog.context, places: failing })
    expect([await isPending('1'), await isPending('2')]).toEqual([true, false])

    await computeMissingTravelTimes(catalog.context)
    expect(await isPending('1')).toBe(false)
    await until(() => walkingOf('1'))
  })

  it('are swept by the worker on a schedule', async () => {
    const { connection, jobs } = catalog.context
    await catalog.importApartments(apartment('1'))
    await connection
      .collection<{ _id: string }>('apartments')
      .updateOne({ _id: '1' }, { $set: { ...HERE, travelTimesPending: true } })

    await catalog.work()

    await until(() => walkingOf('1'))
    await jobs.add(computeTravelTimesJob, { apartmentId: '1' })
  })
})
