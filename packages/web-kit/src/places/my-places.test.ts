import { type MyPlace, type Session } from '@offquad/contracts'
import { waitFor } from '@testing-library/react'
import { replaceSession } from '../session/session-store'
import { MAYA } from '../testing'
import { browserPlaces } from './browser-places'
import { deleteMyPlace, knownMyPlaces, loadMyPlaces, reorderMyPlaces, saveMyPlace } from './my-places'

const sessionOf = (uid: string): Session => ({ user: { ...MAYA, uid }, accessToken: `token of ${uid}` })
const place = (id: string): MyPlace => ({ id, name: id, mode: 'walk', latitude: 42.4, longitude: -76.4 })

let waiting: { call: string; resolve: (response: Response) => void }[] = []

const untilCalled = (method: string) =>
  waitFor(() => expect(waiting.map(({ call }) => call)).toContainEqual(expect.stringMatching(`^${method} `)))

/** Answers the call that was made first. */
async function answer(body: unknown, status = 200): Promise<void> {
  await waitFor(() => expect(waiting).not.toEqual([]))
  waiting.shift()?.resolve(status === 204 ? new Response(null, { status }) : Response.json(body, { status }))
}

async function loadAs(session: Session | undefined, items: MyPlace[] = []): Promise<void> {
  replaceSession(session)
  const loading = loadMyPlaces()
  if (session) {
    await untilCalled('GET')
    // The last of the waiting calls reads the places.
    waiting.pop()?.resolve(Response.json({ items }))
  }
  await loading
}

describe('the places of a user', () => {
  beforeEach(() => {
    waiting = []
    globalThis.fetch = (input, init = {}) =>
      new Promise((resolve) => waiting.push({ call: `${init.method} ${String(input)}`, resolve }))
  })
  afterEach(async () => {
    await loadAs(undefined)
    localStorage.clear()
  })

  it('do not reach the browser, nor the next user, when they sign out while one is being stored', async () => {
    await loadAs(sessionOf('u1'))
    const saving = saveMyPlace(place('my-clinic'))
    await untilCalled('PUT')

    await loadAs(undefined)
    await answer({})
    await saving
    expect(browserPlaces()).toEqual([])

    await loadAs(sessionOf('u2'))
    expect(knownMyPlaces()).toEqual([])
    expect(waiting).toEqual([])
  })

  it('are not shown to the next user when that one signs in while one is being stored', async () => {
    await loadAs(sessionOf('u1'))
    const saving = saveMyPlace(place('my-clinic'))
    await untilCalled('PUT')

    await loadAs(sessionOf('u2'))
    await answer({})
    await saving

    expect(knownMyPlaces()).toEqual([])
  })

  it('leave those of the browser alone when they sign out while one is being removed', async () => {
    await loadAs(sessionOf('u1'), [place('my-clinic')])
    const removing = deleteMyPlace('my-clinic')
    await untilCalled('POST')

    await loadAs(undefined)
    await saveMyPlace(place('my-gym'))
    await answer(undefined, 204)
    await removing

    expect(browserPlaces()).toEqual([place('my-gym')])
    expect(waiting).toEqual([])
  })

  it('are in the order that was stored last, also where the one before it was refused', async () => {
    await loadAs(sessionOf('u1'), ['a', 'b', 'c'].map(place))
    const refused = reorderMyPlaces(['b', 'a', 'c'])
    const stored = reorderMyPlaces(['b', 'c', 'a'])
    const failure = expect(refused).rejects.toMatchObject({ status: 503 })

    await answer({}, 503)
    await answer({})
    await Promise.all([failure, stored])

    expect(knownMyPlaces().map(({ id }) => id)).toEqual(['b', 'c', 'a'])
  })
})
