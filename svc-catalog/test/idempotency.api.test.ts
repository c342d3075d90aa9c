import { addApartment, addLandlord, getCatalogLog } from '@offquad/contracts'
import { startCatalog, type TestCatalog } from './start-catalog'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

const OTHER = 'another-'

describe.each([
  {
    what: 'an apartment',
    key: 'one-apartment',
    call: addApartment,
    body: { name: ' Elm House', address: '1 Elm St', area: 'WEST', latitude: 42.44, longitude: -76.48 },
  },
  {
    what: 'a landlord',
    key: 'one-landlord',
    call: addLandlord,
    body: { name: ' Elm Homes', contact: '555-0100' },
  },
])('$what that is added with an Idempotency-Key', ({ key, call, body }) => {
  const add = async (content: object, ofKey = key) => {
    const headers = { 'idempotency-key': ofKey }
    const { status, body: added } = await catalog.send('POST', call.path, {
      who: 'admin',
      body: content,
      headers,
    })
    return { status, body: added }
  }
  const logged = async (id: string) => {
    const { entries } = (await catalog.call(getCatalogLog.path, 'admin')).body
    return entries.filter(({ subjectId }: { subjectId: string }) => subjectId === id)
  }

  it('is added and logged once, however often it is sent', async () => {
    const first = await add(body)

    const again = await add(body)

    expect(again).toEqual(first)
    expect(first.status).toBe(201)
    expect(await logged(first.body.id)).toHaveLength(1)
  })

  it('is rejected when the key was used for a different one, so that neither is lost', async () => {
    const first = await add(body, OTHER + key)

    const { status, body: problem } = await add({ ...body, name: 'Another' }, OTHER + key)

    expect([status, problem.type]).toEqual([409, '/problems/idempotency-key-used'])
    expect((await add(body, OTHER + key)).body).toEqual(first.body)
  })

  it('is rejected when different ones are sent with the key at the same time', async () => {
    const names = Array.from({ length: 8 }, (_, n) => `One of several, number ${n}`)

    const answers = await Promise.all(names.map((name) => add({ ...body, name }, `several-${key}`)))

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array(7).fill(409),
    ])
    const winner = answers.findIndex(({ status }) => status === 201)
    const added = answers[winner]?.body
    expect(added.name).toBe(names[winner])
    expect((await add({ ...body, name: names[winner] }, `several-${key}`)).body).toEqual(added)
    expect(await logged(added.id)).toHaveLength(1)
  })

  it('is added once when it is sent several times at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(body, `at-once-${key}`)))

    expect(new Set(answers.map(({ status, body: { id } }) => `${status} ${id}`)).size).toBe(1)
    expect(await logged(answers[0]?.body.id)).toHaveLength(1)
  })
})
