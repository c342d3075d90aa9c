import { randomUUID } from 'node:crypto'
import {
  addList,
  deleteList,
  type Endpoint,
  getContactQuestions,
  getList,
  getListMinutes,
  getLists,
  joinList,
  LIST_TEXT_LENGTH,
  MAX_LIST_MEMBERS,
  MAX_LIST_PLACES,
  MAX_LISTS,
  openSharedList,
  pathOf,
  positionBetween,
  putListMember,
  putListOpinion,
  putListPlace,
  putMyPlace,
  removeListMember,
  removeListPlace,
  renameList,
  reportList,
  shareList,
  type Shortlist,
  watchList,
} from '@offquad/contracts'
import { until } from '@offquad/service-kit/testing'
import { startUsers, type TestUsers } from './start-users'

let service: TestUsers
beforeAll(async () => {
  service = await startUsers()
  for (const id of ['a', 'b', 'c', 'd']) service.catalog.apartments.add(id)
})
afterAll(() => service.close())

const tokenOf = (userId: string, role: 'student' | 'admin' = 'student') =>
  service.context.tokens.issue({ id: userId, role })

interface Parts {
  id?: string
  placeId?: string
  memberId?: string
  body?: object
}

async function as(
  userId: string,
  endpoint: Endpoint,
  { body, ...params }: Parts = {},
  token = tokenOf(userId),
) {
  const { status, body: reply } = await service.call(pathOf(endpoint, params), {
    method: endpoint.method,
    token,
    ...(endpoint.method !== 'GET' && { body: body ?? {} }),
  })
  return { status, body: reply }
}

const appearance = (memberName: string) => ({ memberName, showsMinutes: true })
const nextUser = (() => {
  let count = 0
  return (name: string) => `${name}-${(count += 1)}`
})()

/** A list of Maya's, with these places. */
async function startList(placeIds: string[] = [], maya = nextUser('maya')) {
  const { body } = await as(maya, addList, { body: { name: 'Fall', ...appearance('Maya') } })
  const { id } = body as Shortlist
  for (const placeId of placeIds) await as(maya, putListPlace, { id, placeId })
  const invite = async (allows: 'join' | 'view' = 'join') =>
    ((await as(maya, shareList, { id, body: { allows } })).body as Shortlist).invite?.token ?? ''
  const read = async (userId = maya) => (await as(userId, getList, { id })).body as Shortlist
  return { maya, id, invite, read }
}

async function startSharedList(placeIds: string[] = ['a', 'b']) {
  const list = await startList(placeIds)
  const theo = nextUser('theo')
  await as(theo, joinList, { body: { token: await list.invite(), ...appearance('Theo') } })
  return { ...list, theo }
}

const idsOf = ({ places }: Shortlist) => places.map(({ id }) => id)
const problem = (status: number, code: string) => ({ status, body: { type: `/problems/${code}` } })

describe('a list', () => {
  it('belongs to its owner, and is in no list of anyone else', async () => {
    const { maya, id, read } = await startList(['a'])

    expect(await read()).toMatchObject({
      name: 'Fall',
      members: [{ name: 'Maya', isOwner: true }],
      places: [{ id: 'a', note: '', opinions: [] }],
    })
    expect((await as(maya, getLists)).body.items).toEqual([
      { id, name: 'Fall', memberNames: [], placeIds: ['a'] },
    ])
    expect((await as(nextUser('stranger'), getLists)).body.items).toEqual([])
  })

  it('keeps places in an order that members choose, each once', async () => {
    const { maya, id, read } = await startList(['a', 'b', 'c', 'b'])
    const list = await read()
    expect(idsOf(list)).toEqual(['a', 'b', 'c'])

    const [a, b] = list.places.map(({ position }) => position)
    await as(maya, putListPlace, { id, placeId: 'c', body: { position: positionBetween(a, b) } })
    expect(idsOf(await read())).toEqual(['a', 'c', 'b'])
    await as(maya, putListPlace, { id, placeId: 'b', body: { position: positionBetween('', a) } })
    expect(idsOf(await read())).toEqual(['b', 'a', 'c'])
  })

  it('gives two places that are moved to the same position different ones', async () => {
    const { maya, id, read } = await startList(['a', 'b', 'c'])
    const position = (await read()).places[0]?.position

    await as(maya, putListPlace, { id, placeId: 'c', body: { position } })

    const { places } = await read()
    expect(places.map((place) => place.id)).toEqual(['a', 'c', 'b'])
    expect(new Set(places.map((place) => place.position)).size).toBe(3)
  })

  it('shortens positions that have become long, in the same order', async () => {
    const { maya, id, read } = await startList(['a', 'b', 'c'])
    let list = await read()

    for (let turn = 0; turn < 80; turn += 1) {
      const [first, second, third] = list.places
      const body = { position: positionBetween(first?.position, second?.position) }
      list = (await as(maya, putListPlace, { id, placeId: third?.id ?? '', body })).body
      expect(idsOf(list)).toEqual([first?.id, third?.id, second?.id])
    }

    expect(Math.max(...list.places.map(({ position }) => position.length))).toBeLessThanOrEqual(24)
  })

  it('changes what is given of a place, and keeps the rest', async () => {
    const { maya, id, read } = await startList(['a', 'b'])
    const [before] = (await read()).places

    await as(maya, putListPlace, { id, placeId: 'a', body: { note: ' Ask for the lease. ' } })
    await as(maya, putListOpinion, { id, placeId: 'a', body: { vote: 'yes' } })
    await as(maya, putListOpinion, { id, placeId: 'a', body: { comment: 'Sunny' } })
    const { me, places } = await read()
    expect(places[0]).toEqual({
      ...before,
      note: 'Ask for the lease.',
      opinions: [{ memberId: me, vote: 'yes', comment: 'Sunny' }],
    })

    await as(maya, putListOpinion, { id, placeId: 'a', body: { vote: '' } })
    expect((await read()).places[0]?.opinions).toEqual([{ memberId: me, comment: 'Sunny' }])
    await as(maya, putListOpinion, { id, placeId: 'a', body: { comment: '' } })
    expect((await read()).places[0]?.opinions).toEqual([])
    await as(maya, removeListPlace, { id, placeId: 'a' })
    await as(maya, removeListPlace, { id, placeId: 'a' })
    expect(idsOf(await read())).toEqual(['b'])
    expect(await as(maya, putListOpinion, { id, placeId: 'a', body: { vote: 'no' } })).toMatchObject(
      problem(404, 'list-place-not-found'),
    )
  })

  it('loses no change when many arrive at the same time', async () => {
    const { maya, theo, id, read } = await startSharedList(['a', 'b', 'c', 'd'])

    await Promise.all(
      ['a', 'b', 'c', 'd'].flatMap((placeId) => [
        as(maya, putListOpinion, { id, placeId, body: { vote: 'yes' } }),
        as(theo, putListOpinion, { id, placeId, body: { vote: 'no' } }),
        as(theo, putListOpinion, { id, placeId, body: { comment: `Of ${placeId}` } }),
        as(maya, putListPlace, { id, placeId, body: { note: `Note of ${placeId}` } }),
      ]),
    )

    const { places } = await read()
    for (const { id: placeId, note, opinions } of places) {
      expect(note).toBe(`Note of ${placeId}`)
      expect(opinions).toHaveLength(2)
      expect(opinions).toContainEqual(expect.objectContaining({ vote: 'no', comment: `Of ${placeId}` }))
    }
    expect(await read(theo)).toEqual({ ...(await read()), me: expect.any(String), invite: undefined })
  })

  it.each([
    ['a place that does not exist', putListPlace, { placeId: 'nope' }, 404],
    ['a long note', putListPlace, { placeId: 'a', body: { note: 'x'.repeat(LIST_TEXT_LENGTH + 1) } }, 400],
    ['a position that nothing fits before', putListPlace, { placeId: 'a', body: { position: 'a0' } }, 400],
    ['a vote that is none', putListOpinion, { placeId: 'a', body: { vote: 'never' } }, 400],
    ['a name that shows nothing', renameList, { body: { name: '\u200b\u00ad' } }, 400],
    ['an empty name', renameList, { body: { name: ' ' } }, 400],
    ['a member without a name', putListMember, { body: appearance(' ') }, 400],
  ])('refuses %s', async (_what, endpoint: Endpoint, parts: Parts, status) => {
    const { maya, id, read } = await startList(['a'])

    expect((await as(maya, endpoint, { id, ...parts })).status).toBe(status)
    expect((await read()).version).toBe(2)
  })
})

describe('the limits', () => {
  it(`are ${MAX_LISTS} lists, started or joined`, async () => {
    const { maya } = await startList()
    for (let count = 1; count < MAX_LISTS; count += 1) await startList([], maya)

    expect(await as(maya, addList, { body: { name: 'Another', ...appearance('Maya') } })).toMatchObject(
      problem(409, 'too-many-lists'),
    )
    const other = await startList()
    expect(
      await as(maya, joinList, { body: { token: await other.invite(), ...appearance('Maya') } }),
    ).toMatchObject(problem(409, 'too-many-lists'))
  })

  it(`are ${MAX_LIST_PLACES} places, also when several arrive at the same time`, async () => {
    const { maya, id, read } = await startList()
    const ids = Array.from({ length: MAX_LIST_PLACES + 1 }, (_, index) => `place-${index}`)
    for (const placeId of ids) service.catalog.apartments.add(placeId)
    for (const placeId of ids.slice(3)) await as(maya, putListPlace, { id, placeId })

    const replies = await Promise.all(
      ids.slice(0, 3).map((placeId) => as(maya, putListPlace, { id, placeId })),
    )

    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 409])
    expect((await read()).places).toHaveLength(MAX_LIST_PLACES)
    expect(await as(maya, putListPlace, { id, placeId: 'place-50', body: { note: 'Known' } })).toMatchObject({
      status: 200,
    })
  })

  it(`are ${MAX_LIST_MEMBERS} members, also when several join at the same time`, async () => {
    const { invite, read } = await startList()
    const token = await invite()
    const users = Array.from({ length: MAX_LIST_MEMBERS }, () => nextUser('guest'))

    const replies = await Promise.all(
      users.map((user) => as(user, joinList, { body: { token, ...appearance('Guest') } })),
    )

    expect(replies.filter(({ status }) => status === 409)).toMatchObject([
      problem(409, 'too-many-list-members'),
    ])
    expect((await read()).members).toHaveLength(MAX_LIST_MEMBERS)
  })
})

describe('the link of a list', () => {
  it('shows it without its members, and lets users join', async () => {
    const { maya, id, invite, read } = await startList(['a'])
    await as(maya, putListPlace, { id, placeId: 'a', body: { note: 'Big kitchen' } })
    await as(maya, putListOpinion, { id, placeId: 'a', body: { vote: 'yes', comment: 'Between us' } })
    const token = await invite()

    const { status, body } = await service.call(openSharedList.path, { body: { token } })
    expect([status, body]).toEqual([
      200,
      {
        name: 'Fall',
        ownerName: 'Maya',
        allows: 'join',
        places: [{ id: 'a', note: 'Big kitchen', votes: { yes: 1, maybe: 0, no: 0 } }],
      },
    ])
    const theo = nextUser('theo')
    const joined = await as(theo, joinList, { body: { token, ...appearance(' Theo ') } })
    expect(joined).toMatchObject({ status: 200, body: { members: [{ name: 'Maya' }, { name: 'Theo' }] } })
    expect(joined.body.invite).toBeUndefined()
    await as(theo, joinList, { body: { token, ...appearance('Twice') } })
    expect((await read()).members.map(({ name }) => name)).toEqual(['Maya', 'Theo'])
  })

  it('ends when its owner revokes it or makes another', async () => {
    const { maya, id, invite } = await startList()
    const first = await invite()
    const second = await invite('view')
    const open = async (token: string) =>
      (await service.call(openSharedList.path, { body: { token } })).status
    const join = (token: string) => as(nextUser('theo'), joinList, { body: { token, ...appearance('Theo') } })

    expect([await open(first), await open(second)]).toEqual([404, 200])
    expect(await join(first)).toMatchObject(problem(404, 'list-not-found'))
    expect(await join(second)).toMatchObject(problem(403, 'list-not-open'))
    await as(maya, shareList, { id, body: { allows: 'nothing' } })
    expect([await open(second), (await join(second)).status]).toEqual([404, 404])
  })

  it('is made and seen by the owner alone', async () => {
    const { theo, id, read } = await startSharedList()

    expect(await as(theo, shareList, { id, body: { allows: 'view' } })).toMatchObject(
      problem(403, 'not-list-owner'),
    )
    expect((await read(theo)).invite).toBeUndefined()
    expect((await read()).invite?.allows).toBe('join')
  })
})

describe('the members of a list', () => {
  it('may add and order places, and not rename, delete or remove others', async () => {
    const { maya, theo, id, read } = await startSharedList()
    const owner = (await read()).me

    expect((await as(theo, putListPlace, { id, placeId: 'c' })).status).toBe(200)
    for (const attempt of [
      await as(theo, renameList, { id, body: { name: 'Mine' } }),
      await as(theo, deleteList, { id }),
      await as(theo, removeListMember, { id, memberId: owner }),
    ])
      expect(attempt).toMatchObject(problem(403, 'not-list-owner'))
    expect((await as(maya, renameList, { id, body: { name: ' Spring ' } })).body.name).toBe('Spring')
    expect((await as(maya, deleteList, { id })).status).toBe(204)
    expect((await as(theo, getList, { id })).status).toBe(404)
  })

  it('leave with their votes and comments; the first who joined becomes the owner', async () => {
    const { maya, theo, id, read } = await startSharedList()
    await as(maya, putListOpinion, { id, placeId: 'a', body: { vote: 'yes', comment: 'Mine' } })
    await as(theo, putListOpinion, { id, placeId: 'a', body: { vote: 'no' } })
    const { me } = await read()

    expect((await as(maya, removeListMember, { id, memberId: me })).status).toBe(204)

    expect((await as(maya, getList, { id })).status).toBe(404)
    const left = await read(theo)
    expect(left.members).toMatchObject([{ name: 'Theo', isOwner: true }])
    expect(left.places[0]?.opinions).toEqual([{ memberId: left.me, vote: 'no' }])
    await as(theo, removeListMember, { id, memberId: left.me })
    expect(await service.context.lists.find(id)).toBeUndefined()
  })

  it('are removed by the owner, learn nothing from then on, and do not come back by the same link', async () => {
    const { maya, theo, id, read, invite } = await startSharedList()
    const remove = async (memberId: string) => as(maya, removeListMember, { id, memberId })
    const { me } = await read(theo)
    const token = (await read()).invite?.token

    await remove(me)

    expect((await as(theo, getList, { id })).status).toBe(404)
    expect(await as(theo, joinList, { body: { token, ...appearance('Theo') } })).toMatchObject(
      problem(404, 'list-not-found'),
    )
    expect((await read()).members).toHaveLength(1)
    const next = await invite()
    await remove(me)
    expect((await read()).invite?.token).toBe(next)
  })

  it('leave the link to the others when they leave', async () => {
    const { theo, id, read } = await startSharedList()
    const before = (await read()).invite

    await as(theo, removeListMember, { id, memberId: (await read(theo)).me })

    expect(before).toBeDefined()
    expect((await read()).invite).toEqual(before)
  })

  it('appear to each other by the name they chose, without an e-mail address or an id', async () => {
    const owner = (await service.signIn('leah.park@cornell.edu')).body
    const asLeah = async (endpoint: Endpoint, parts: Parts) =>
      (await as('leah', endpoint, parts, owner.accessToken)).body
    const { id } = await asLeah(addList, { body: { name: 'Fall', ...appearance('Leah') } })
    const { invite } = await asLeah(shareList, { id, body: { allows: 'join' } })
    const theo = nextUser('theo')
    await as(theo, joinList, { body: { token: invite.token, ...appearance('Theo') } })
    await as(theo, putListMember, { id, body: appearance('Teddy') })

    const seen = JSON.stringify([
      (await as(theo, getList, { id })).body,
      (await as(theo, getLists)).body,
      (await as(theo, getListMinutes, { id })).body,
    ])

    expect(seen).toContain('Leah')
    expect(seen).toContain('Teddy')
    expect(seen).not.toMatch(/leah\.park|cornell|Park/i)
    expect(seen).not.toContain(owner.user.uid)
    expect(seen).not.toContain(theo)
  })
})

describe('the minutes of members', () => {
  const GYM = { name: 'Secret gym', latitude: 42.44123, longitude: -76.48123 }
  const put = (userId: string, body: object) => as(userId, putMyPlace, { id: 'my-00000001', body })

  it('are bands of the way to the first place of those who show them', async () => {
    const { maya, theo, id, read } = await startSharedList(['a', 'b', 'c'])
    await put(maya, { ...GYM, mode: 'walk' })
    await put(theo, { ...GYM, mode: 'bike', campusPlaceId: 'hoPlaza' })
    service.catalog.minutes.set('a', 9).set('b', 30)

    const { me } = await read()
    const { body } = await as(theo, getListMinutes, { id })
    expect(body.items.filter(({ memberId }: { memberId: string }) => memberId === me)).toEqual([
      { memberId: me, placeId: 'a', minutes: 'under 10' },
      { memberId: me, placeId: 'b', minutes: '30 or more' },
    ])
    expect(body.items).toHaveLength(4)
    expect(JSON.stringify(body)).not.toMatch(/gym|hoPlaza|42\.|walk|bike|my-/i)
    expect(JSON.stringify(service.catalog.askedPlaces)).not.toMatch(/gym|42\.44123/i)

    await as(maya, putListMember, { id, body: { memberName: 'Maya', showsMinutes: false } })
    const { items } = (await as(theo, getListMinutes, { id })).body
    expect(items).toHaveLength(2)
    expect(JSON.stringify(items)).not.toContain(me)
  })

  it('of members who go to the same place are asked for once', async () => {
    const { maya, theo, id } = await startSharedList(['a'])
    for (const member of [maya, theo]) await put(member, { ...GYM, mode: 'walk', campusPlaceId: 'hoPlaza' })
    service.catalog.minutes.set('a', 9)
    const askedBefore = service.catalog.askedPlaces.length

    const { items } = (await as(theo, getListMinutes, { id })).body

    expect(items.map(({ minutes }: { minutes: string }) => minutes)).toEqual(['under 10', 'under 10'])
    expect(service.catalog.askedPlaces).toHaveLength(askedBefore + 1)
  })

  it('are of different ways although members named their places alike', async () => {
    const { maya, theo, id } = await startSharedList(['a'])
    const alike = { mode: 'walk', campusPlaceId: 'made-up' }
    await put(maya, { ...GYM, ...alike })
    await put(theo, { ...GYM, ...alike, latitude: 42.5 })
    service.catalog.minutes.set('a', 9)
    const askedBefore = service.catalog.askedPlaces.length

    expect((await as(theo, getListMinutes, { id })).body.items).toHaveLength(2)

    const asked = service.catalog.askedPlaces.slice(askedBefore)
    expect(asked.map(({ latitude }) => latitude).toSorted()).toEqual([42.441, 42.5])
  })

  it('are none for those who have no places', async () => {
    const { maya, id } = await startSharedList()

    expect((await as(maya, getListMinutes, { id })).body).toEqual({ items: [] })
  })
})

describe('the stream of a list', () => {
  async function watch(userId: string, id: string) {
    const messages: string[] = []
    const response = await fetch(service.url + pathOf(watchList, { id }), {
      headers: { authorization: `Bearer ${tokenOf(userId)}` },
    })
    const state = { isOpen: true }
    const read = async () => {
      for await (const chunk of response.body ?? []) messages.push(Buffer.from(chunk).toString())
    }
    void read().then(() => (state.isOpen = false))
    const versions = () =>
      messages
        .join('')
        .match(/(?<="version":)\d+/g)
        ?.map(Number) ?? []
    return { versions, messages, state }
  }

  it('says that something has changed and not what, and ends when members come or go', async () => {
    const { maya, theo, id, read } = await startSharedList()
    const { version, me } = await read(theo)
    const stream = await watch(theo, id)
    await until(() => stream.versions().length === 1)

    await as(maya, putListOpinion, { id, placeId: 'a', body: { comment: 'Between members' } })
    await until(() => stream.versions().length === 2)
    expect(stream.versions()).toEqual([version, version + 1])
    expect(stream.messages.join('')).not.toContain('Between')

    await as(maya, removeListMember, { id, memberId: me })
    await until(() => !stream.state.isOpen)
  })

  it('sends nothing of other lists', async () => {
    const first = await startSharedList()
    const second = await startSharedList()
    const stream = await watch(first.theo, first.id)
    await until(() => stream.versions().length === 1)

    await as(second.maya, putListPlace, { id: second.id, placeId: 'c' })
    await as(first.maya, putListPlace, { id: first.id, placeId: 'c' })

    await until(() => stream.versions().length === 2)
    const { version } = await first.read()
    expect(stream.versions()).toEqual([version - 1, version])
  })
})

describe('a report', () => {
  it('reaches the administrators with the texts of the list, who can delete it', async () => {
    const { maya, id, invite } = await startList(['a'])
    const { accessToken, user } = (await service.signIn('noah@cornell.edu')).body
    const joining = { body: { token: await invite(), ...appearance('Noah') } }
    await as('noah', joinList, joining, accessToken)
    await as(maya, putListOpinion, { id, placeId: 'a', body: { comment: 'Something rude' } })

    const { status } = await as('noah', reportList, { id, body: { reason: 'Insults' } }, accessToken)

    expect(status).toBe(201)
    const admin = tokenOf('admin', 'admin')
    const { body } = await service.call(pathOf(getContactQuestions, { status: 'PENDING' }), { token: admin })
    expect(body[0]).toMatchObject({ userId: user.uid, email: 'noah@cornell.edu' })
    expect(body[0].msg).toMatch(new RegExp(`Fall.*${id}.*Insults[^]*Something rude`))
    expect((await as('admin', deleteList, { id }, admin)).status).toBe(204)
    expect((await as(maya, getList, { id })).status).toBe(404)
  })

  it('that is sent again is answered as before, though the list was renamed in between', async () => {
    const { accessToken: token, user } = (await service.signIn('noah@cornell.edu')).body
    const { maya, id } = await startList([], user.uid)
    const headers = { 'idempotency-key': randomUUID() }
    const report = async (reason: string) => {
      const { status, body } = await service.call(pathOf(reportList, { id }), {
        token,
        headers,
        body: { reason },
      })
      return { status, body }
    }
    const first = await report('Insults')
    await as(maya, renameList, { id, body: { name: 'Spring' } })

    expect(first.status).toBe(201)
    expect(await report('Insults')).toEqual(first)
    expect((await report('Ins')).status).toBe(409)
  })
})
