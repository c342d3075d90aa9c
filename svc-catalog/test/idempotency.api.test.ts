import { addApartment, addLandlord, getCatalogLog } from '@offquad/contracts'
import { startCatalog, type TestCatalog } from './start-catalog'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

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

  it('is rejected when different ones are sent with the key at the same time', async () => {
    const names = Array.from({ length: 8 }, (_, n) => `One of several, number ${n}`)

    const answers = await Promise.all(names.map((name) => add({ ...body, name }, `several-${key}`)))

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array(7).fill(409),
    ])
    expect(answers.find(({ status }) => status === 409)?.body.type).toBe('/problems/idempotency-key-used')
    const winner = answers.findIndex(({ status }) => status === 201)
    const added = answers[winner]?.body
    expect(added.name).toBe(names[winner])
    expect((await add({ ...body, name: names[winner] }, `several-${key}`)).body).toEqual(added)
    expect(await logged(added.id)).toHaveLength(1)
  })

  it('is added and logged once, however often and whenever it is sent', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(body, `at-once-${key}`)))

    const [{ body: added } = {}] = answers
    expect(await add(body, `at-once-${key}`)).toEqual({ status: 201, body: added })
    expect(new Set(answers.map(({ status, body: { id } }) => `${status} ${id}`)).size).toBe(1)
    expect(await logged(added.id)).toHaveLength(1)
  })
})
