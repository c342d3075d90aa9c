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
    const response = await fetch(catalog.url + call.path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${catalog.adminToken}`,
        'content-type': 'application/json',
        'idempotency-key': ofKey,
      },
      body: JSON.stringify(content),
    })
    return { status: response.status, body: await response.json() }
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
})
