import { until } from '@offquad/service-kit/testing'
import { addApartment, attachPhotos, detachPhotos, type PayloadOf } from '@offquad/contracts'
import { createLog, openJobs } from '@offquad/service-kit'
import { startCatalog, type TestCatalog } from './start-catalog'

let catalog: TestCatalog
beforeEach(async () => {
  catalog = await startCatalog()
})
afterEach(() => catalog.close())

describe('photos uploaded here', () => {
  const photo = (digit: string) => ({ id: digit.repeat(32), url: `/api/photos/${digit.repeat(32)}` })

  it('are kept while an apartment or a landlord shows them, and given up after', async () => {
    const [one, two] = [photo('a'), photo('b')]
    const attached: PayloadOf<typeof attachPhotos>[] = []
    const detached: PayloadOf<typeof detachPhotos>[] = []
    const jobs = openJobs(catalog.config, createLog('test', 'silent'))
    await jobs.registerWorker(attachPhotos, async (payload) => void attached.push(payload))
    await jobs.registerWorker(detachPhotos, async (payload) => void detached.push(payload))
    await catalog.work()

    const { body } = await catalog.call(addApartment.path, 'admin', {
      name: 'The Mill',
      photos: [one.url, 'https://x.org/a.jpg'],
    })
    const owner = `apartment/${body.id}`
    await until(() => attached.length > 0)
    const changedAt = expect.any(String)
    expect(attached).toEqual([{ photoIds: [one.id], owner, changedAt }])
    await catalog.send('PUT', `/api/admin/apartments/${body.id}`, {
      who: 'admin',
      body: { photos: [two.url] },
    })
    await until(() => detached.length > 0 && attached.length > 1)

    expect(attached[1]).toEqual({ photoIds: [two.id], owner, changedAt })
    expect(detached).toEqual([{ photoIds: [one.id], owner, changedAt }])
    expect(detached[0]?.changedAt).toBe(attached[1]?.changedAt)
    const pending = () => catalog.context.apartments.outboxes.photoUsage.listPending(10)
    await until(async () => (await pending()).length === 0)
    await jobs.close()
  })
})
