import { until } from '@offquad/service-kit/testing'
import {
  addApartment,
  addLandlord,
  type PayloadOf,
  publishAllReviewSubjects,
  updateReviewSubjects,
} from '@offquad/contracts'
import { createLog, openJobs, retryOnFailover } from '@offquad/service-kit'
import {
  publishAllSubjects,
  publishChangedSubjects,
} from '../src/review-subjects/publish-review-subjects.job'
import { apartment, startCatalog, type TestCatalog } from './start-catalog'

type Message = PayloadOf<typeof updateReviewSubjects>

/** Stands where svc-reviews stands. */
async function startReceiver({ config }: TestCatalog) {
  const jobs = openJobs(config, createLog('receiver', 'silent'))
  const messages: Message[] = []
  await jobs.registerWorker(updateReviewSubjects, async (message) => void messages.push(message), {
    concurrency: 1,
  })
  return { messages, jobs, close: () => jobs.close() }
}

let catalog: TestCatalog
let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeEach(async () => {
  catalog = await startCatalog()
  receiver = await startReceiver(catalog)
})
afterEach(async () => {
  await receiver.close()
  await catalog.close()
})

const unpublished = async () => {
  const { apartments, landlords } = catalog.context
  const lists = await Promise.all([
    apartments.outboxes.subjects.listPending(10),
    landlords.outboxes.subjects.listPending(10),
  ])
  return lists.flat().map(({ id }) => id)
}
const published = (isTrue: (message: Message) => boolean) =>
  until(() => receiver.messages.find((message) => !message.snapshot && isTrue(message)))
const publish = () => publishChangedSubjects(catalog.context)

describe('what reviews can be about', () => {
  it('is published soon after it was added, imported or given another landlord', async () => {
    await catalog.work()

    const landlord = (await catalog.call(addLandlord.path, 'admin', { name: 'Ann' })).body.id
    const { body } = await catalog.call(addApartment.path, 'admin', {
      name: 'The Mill',
      landlordId: landlord,
    })
    await published(({ landlords }) => landlords.some(({ id }) => id === landlord))
    const first = await published(({ apartments }) => apartments.some(({ id }) => id === body.id))
    expect(first.apartments).toContainEqual({ id: body.id, landlordId: landlord, name: 'The Mill' })
    await catalog.importApartments(apartment('7'))
    await published(({ apartments }) => apartments.some(({ id }) => id === '7'))

    await catalog.send('PUT', `/api/admin/apartments/${body.id}`, { who: 'admin', body: { landlordId: '' } })
    const second = await published(({ apartments }) =>
      apartments.some(({ id, landlordId }) => id === body.id && landlordId === null),
    )

    expect(second.version).toBeGreaterThan(first.version)
    await until(async () => (await unpublished()).length === 0)
  })

  it('is not published for a change that concerns no review', async () => {
    await catalog.importApartments(apartment('1'))
    await publish()
    expect(await unpublished()).toEqual([])

    await catalog.importApartments(apartment('1', { price: 1500, address: '9 Elm St' }))

    expect(await unpublished()).toEqual([])
  })

  it('is published with its name, and again when that changes', async () => {
    await catalog.work()
    await catalog.importLandlords({ id: 'L', name: 'Oak Homes' })
    await catalog.importApartments(apartment('1', { name: 'Brick House' }))
    await published(({ landlords }) => landlords.some(({ name }) => name === 'Oak Homes'))
    await published(({ apartments }) => apartments.some(({ name }) => name === 'Brick House'))

    await catalog.importLandlords({ id: 'L', name: 'Elm Homes' })
    await catalog.importApartments(apartment('1', { name: 'Stone House' }))

    await published(({ landlords }) => landlords.some(({ id, name }) => id === 'L' && name === 'Elm Homes'))
    await published(({ apartments }) => apartments.some(({ name }) => name === 'Stone House'))
  })

  it('is published completely in parts, including what has not changed', async () => {
    const rows = Array.from({ length: 501 }, (_, index) => apartment(index + 1))
    await catalog.importApartments(...rows.slice(0, 500))
    await catalog.importApartments(...rows.slice(500))
    await catalog.importLandlords({ id: 'L', name: 'Oak Homes' })
    const apartments = catalog.context.connection.collection('apartments')
    await retryOnFailover(() => apartments.updateMany({}, { $unset: { unpublishedChange: 1 } }))

    await publishAllSubjects(catalog.context)

    await until(() => receiver.messages.length === 2)
    expect(receiver.messages.map(({ snapshot }) => snapshot)).toEqual([
      { part: 1, parts: 2 },
      { part: 2, parts: 2 },
    ])
    expect(new Set(receiver.messages.map(({ version }) => version)).size).toBe(1)
    expect(receiver.messages.flatMap(({ apartments }) => apartments)).toHaveLength(501)
    expect(receiver.messages.flatMap(({ landlords }) => landlords)).toEqual([{ id: 'L', name: 'Oak Homes' }])
  })

  it('is published completely when a worker starts and when svc-reviews requests it, even if empty', async () => {
    const wholes = () => receiver.messages.filter(({ snapshot }) => snapshot).length
    await catalog.work()
    await until(() => wholes() > 0)
    const before = wholes()

    await receiver.jobs.add(publishAllReviewSubjects, {})

    await until(() => wholes() > before)
  })
})
