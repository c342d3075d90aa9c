import {
  getMyPlaces,
  MAX_MY_PLACES,
  type MyPlace,
  orderMyPlaces,
  pathOf,
  putMyPlace,
  removeMyPlace,
} from '@offquad/contracts'
import { startUsers, type TestUsers } from './start-users'

let service: TestUsers
beforeAll(async () => {
  service = await startUsers()
})
afterAll(() => service.close())

const LAB = { name: ' Lab ', mode: 'walk', latitude: 42.44, longitude: -76.48 } as const

const tokenOf = (userId: string) => service.context.tokens.issue({ id: userId, role: 'student' })
const put = (userId: string, id: string, body: object) =>
  service.call(pathOf(putMyPlace, { id }), { method: 'PUT', token: tokenOf(userId), body })
const remove = (userId: string, id: string) =>
  service.call(pathOf(removeMyPlace, { id }), { method: 'POST', token: tokenOf(userId) })
const order = (userId: string, ids: string[]) =>
  service.call(pathOf(orderMyPlaces), { method: 'POST', token: tokenOf(userId), body: { ids } })
const list = async (userId: string): Promise<MyPlace[]> =>
  (await service.call(pathOf(getMyPlaces), { token: tokenOf(userId) })).body.items

describe('my places', () => {
  it('are stored once, however often they are sent, and replaced in place', async () => {
    await put('maya', 'my-00000001', LAB)
    await put('maya', 'my-00000002', { ...LAB, name: 'Upson Hall', campusPlaceId: 'upsonHall' })
    const { status, body } = await put('maya', 'my-00000001', { ...LAB, mode: 'bike' })

    expect([status, body]).toEqual([200, { ...LAB, id: 'my-00000001', name: 'Lab', mode: 'bike' }])
    expect(await list('maya')).toEqual([
      body,
      { ...LAB, id: 'my-00000002', name: 'Upson Hall', campusPlaceId: 'upsonHall' },
    ])
  })

  it('are put in order; those that are not named come last, and unknown ones do not matter', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await put('leah', `my-0000000${name}`, { ...LAB, name })
    const unchanged = (await list('leah')).map(({ name }) => name)

    const { status, body } = await order('leah', ['my-0000000d', 'my-0000000b', 'my-0000000x', 'my-0000000d'])

    expect(unchanged).toEqual(['a', 'b', 'c', 'd'])
    expect([status, body.items.map(({ name }: MyPlace) => name)]).toEqual([200, ['d', 'b', 'a', 'c']])
    expect(await list('leah')).toEqual(body.items)
    expect((await order('nobody-yet', ['my-0000000d'])).body).toEqual({ items: [] })
    expect((await order('leah', ['upsonHall'])).status).toBe(400)
  })

  it('are separate for each student', async () => {
    await put('noah', 'my-00000001', { ...LAB, name: 'Gym' })
    await remove('zoe', 'my-00000001')

    expect((await list('noah')).map(({ name }) => name)).toEqual(['Gym'])
    expect(await list('zoe')).toEqual([])
  })

  it('can be removed repeatedly', async () => {
    await put('ada', 'my-00000001', LAB)

    expect([await remove('ada', 'my-00000001'), await remove('ada', 'my-00000001')]).toMatchObject([
      { status: 204 },
      { status: 204 },
    ])
    expect(await list('ada')).toEqual([])
  })

  it('are limited in number, also when several arrive at the same time', async () => {
    const ids = Array.from({ length: MAX_MY_PLACES + 3 }, (_, index) => `my-1000000${index}`)

    const replies = await Promise.all(ids.map((id) => put('theo', id, LAB)))

    const statuses = replies.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array<number>(MAX_MY_PLACES).fill(200), 409, 409, 409])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused?.body.detail).toBe('You can keep 5 places. Remove one to add another.')
    expect(await list('theo')).toHaveLength(MAX_MY_PLACES)
    expect((await put('theo', (await list('theo'))[0]?.id ?? '', { ...LAB, name: 'Moved' })).status).toBe(200)
  })

  it.each([
    ['upsonHall', LAB],
    ['my-1', LAB],
    ['my-00000001', { ...LAB, name: '  ' }],
    ['my-00000001', { ...LAB, name: '\u200b\u00ad' }],
    ['my-00000001', { ...LAB, name: 'x'.repeat(61) }],
    ['my-00000001', { ...LAB, mode: 'fly' }],
    ['my-00000001', { ...LAB, latitude: 91 }],
  ])('refuse the id %s with %j', async (id, body) => {
    expect((await put('maya', id, body)).status).toBe(400)
  })
})
