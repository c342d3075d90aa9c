import { answersChanged } from '@offquad/contracts'
import { createLog, openEvents } from '@offquad/service-kit'
import { apartment, startCatalog, until } from './start-catalog'

describe('several instances', () => {
  it('see within two seconds what was changed through another', async () => {
    const first = await startCatalog()
    const second = await first.startInstance()
    await second.importApartments(apartment('0'))
    await until(async () => (await first.call('/api/apts/0')).status === 200)

    await first.importLandlords({ id: 'L', name: 'Oak Homes' })
    await first.importApartments(apartment('1', { landlordId: 'L' }))

    const listing = await until(async () => (await second.get('/api/location/west')).find(isOfLandlord), 2000)
    expect(listing).toMatchObject({ company: 'Oak Homes', buildingData: { id: '1' } })
    await first.close()
  })

  it('tell the gateways once they answer with the change', async () => {
    const catalog = await startCatalog()
    const gateway = openEvents(catalog.config, 'gateway', createLog('gateway', 'silent'))
    const seen: number[] = []
    await gateway.subscribe(answersChanged, async ({ service }) => {
      if (service === 'svc-catalog') seen.push((await catalog.call('/api/apts/1')).status)
    })

    await catalog.importApartments(apartment('1'))

    await until(() => seen.includes(200))
    await gateway.close()
    await catalog.close()
  })

  it('find by themselves what nobody told them', async () => {
    const catalog = await startCatalog({ CATALOG_REFRESH_MS: 100 })
    await catalog.importApartments(apartment('1'))

    await catalog.context.apartments.save([{ id: '1', isNew: false, content: { price: 1234 } }])
    await catalog.context.listingStats.saveIfNewer('1', {
      ...{ aptId: '1', numReviews: 3, avgRating: 2, avgPrice: 0, lastReviewedAt: null, version: 1 },
    })

    await until(async () => (await catalog.get('/api/apts/1'))[0].price === 1234)
    await until(async () => (await catalog.get('/api/review/west/count')).count === 3)
    await catalog.close()
  })
})

describe('an instance', () => {
  it('knows at its start all that is stored', async () => {
    const catalog = await startCatalog()
    await catalog.importLandlords({ id: 'L', name: 'Oak Homes' })
    await catalog.importApartments(apartment('1', { landlordId: 'L' }))

    const next = await catalog.startInstance()

    expect(await next.get('/api/location/west')).toMatchObject([{ company: 'Oak Homes' }])
    await catalog.close()
  })

  it('answers and imports while Redis cannot be reached', async () => {
    const catalog = await startCatalog({ REDIS_URL: 'redis://127.0.0.1:1' })

    const [outcome] = await catalog.importApartments(apartment('1', { latitude: 42.4, longitude: -76.5 }))

    expect(outcome).toEqual({ line: 1, outcome: 'created' })
    expect((await catalog.call('/api/apts/1')).status).toBe(200)
    await catalog.close()
  })
})

const isOfLandlord = ({ company }: { company?: string }) => company !== undefined
