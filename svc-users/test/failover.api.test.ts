import {
  addContactQuestion,
  addList,
  addPendingBuilding,
  addSavedApartment,
  addSavedLandlord,
  checkSavedApartment,
  checkSavedLandlord,
  decideWaitingSignIn,
  deleteAccount,
  deleteList,
  ENDPOINTS,
  getWaitingSignIns,
  importFrequentQuestions,
  issueSignInNonce,
  joinList,
  markAlertsSeen,
  openSharedList,
  pathOf,
  putListMember,
  putListOpinion,
  putListPlace,
  putMyPlace,
  refreshSession,
  orderMyPlaces,
  removeListMember,
  removeListPlace,
  removeMyPlace,
  removeSavedApartment,
  removeSavedLandlord,
  removeSavedSearch,
  renameList,
  reportList,
  saveSearch,
  setAlertMail,
  setRole,
  shareList,
  type Shortlist,
  signInWithGoogle,
  signOut,
  unsubscribeFromAlerts,
  updateContactQuestionStatus,
  updatePendingBuildingStatus,
} from '@offquad/contracts'
import { describeWritesDuringFailover, emptyDatabase, readComparable } from '@offquad/service-kit/testing'
import { type mongo } from 'mongoose'
import { alertSearchers } from '../src/alerts/store-alerts'
import { outboxesFlushed, deliverOutboxes } from '../src/deliver-outboxes'
import { startUsers, type TestUsers } from './start-users'

const ADMIN = 'admin@cornell.edu'
const MAYA = 'maya@cornell.edu'

let service: TestUsers

/** The users who are signed in. */
interface SignedIn {
  maya: { token: string; cookie: string }
  admin: string
}
let signedIn: SignedIn
let before: { names: SignedIn; documents: [string, mongo.Document[]][] }

async function enter(email: string) {
  const { body, response } = await service.call(signInWithGoogle.path, {
    body: { credential: await service.identity.credentialFor(email) },
  })
  const [cookie = ''] = response.headers.getSetCookie()
  return { token: body.accessToken as string, cookie: cookie.split(';')[0] ?? '' }
}

const enterBoth = async (): Promise<SignedIn> => ({
  admin: (await enter(ADMIN)).token,
  maya: await enter(MAYA),
})

async function readAll() {
  const collections = await service.context.connection.listCollections()
  return Promise.all(
    collections.map(async ({ name }): Promise<[string, mongo.Document[]]> => [
      name,
      await service.context.connection.collection(name).find().toArray(),
    ]),
  )
}

async function restore(): Promise<void> {
  for (const [name, documents] of before.documents)
    if (documents.length > 0) await service.context.connection.collection(name).insertMany(documents)
  signedIn = before.names
}

interface Request {
  method: string
  path: string
  body?: object
  token?: string
  cookie?: string
  headers?: Record<string, string>
}

interface Write {
  call: { method: 'GET' | 'POST' | 'PUT'; path: `/api/${string}` }
  /** Beside the call, where there are several writes of one. */
  as?: string
  /** Prepares data; returns the parts of the request that depend on it. */
  prepare?: () => Promise<Partial<Request>>
  /** It ends sessions. */
  endsSessions?: true
  who?: 'maya' | 'admin'
  body?: object
  /** Only for calls whose path has parameters. */
  path?: string
  headers?: Record<string, string>
}

const question = { name: 'Maya', email: MAYA, msg: 'Who is there?' }
const building = { name: 'Elm House', address: '1 Elm St', photos: [] }
const key = { 'idempotency-key': 'one-of-maya' }
const saved = { apartmentId: 'a' }
const savedLandlord = { landlordId: 'L' }

const myPlace = { name: 'Lab', mode: 'walk', latitude: 42.4, longitude: -76.4 }
const myPlacePath = (call: { path: `/api/${string}` }) => pathOf(call, { id: 'my-12345678' })

async function addingMyPlace(): Promise<Partial<Request>> {
  await service.call(myPlacePath(putMyPlace), {
    method: 'PUT',
    token: signedIn.maya.token,
    body: myPlace,
  })
  return {}
}

const post = async (call: { path: `/api/${string}` }, body: object) =>
  (await service.call(call.path, { token: signedIn.maya.token, body })).body

async function saving(call: { path: `/api/${string}` }, body: object): Promise<Partial<Request>> {
  await post(call, body)
  return {}
}

const appearance = { memberName: 'Maya', showsMinutes: true }
const listOf = async (token: string): Promise<Shortlist> =>
  (await service.call(addList.path, { token, body: { name: 'Fall', ...appearance } })).body

const search = { name: 'West', address: 'locations=WEST', criteria: { locations: 'WEST' } }

/** Maya has a saved search, of which an alert tells; its id, and the token of her mails. */
async function withAlert() {
  const { id } = await post(saveSearch, search)
  const [savedSearch] = await service.context.savedSearches.listWith(
    ['{"locations":"WEST"}'],
    new Date(LATER),
  )
  const userId = savedSearch?.userId ?? ''
  await alertSearchers(service.context, {
    round: 1,
    changedAt: LATER,
    matches: [{ search: '{"locations":"WEST"}', places: [{ aptId: 'a', reason: 'match' }], total: 1 }],
  })
  return { id: id as string, token: (await service.context.alertMail.find(userId))?.token ?? '' }
}
const LATER = '2100-01-01T00:00:00.000Z'

/** A list of Maya's with one place, and the path of a call about it. */
async function preparedList(call: { path: `/api/${string}` }): Promise<Partial<Request>> {
  const { token } = signedIn.maya
  const { id, me } = await listOf(token)
  await service.call(pathOf(putListPlace, { id, placeId: 'a' }), { method: 'PUT', token, body: {} })
  return { path: pathOf(call, { id, placeId: 'a', memberId: me }) }
}

/** The body with the link of a list of an administrator's. */
async function preparedInvite(others: object = {}): Promise<Partial<Request>> {
  const token = signedIn.admin
  const { id } = await listOf(token)
  const { body } = await service.call(pathOf(shareList, { id }), { token, body: { allows: 'join' } })
  return { body: { token: (body as Shortlist).invite?.token, ...others } }
}

/** Writes of a list by one of its members. */
const WRITES_OF_LISTS: [call: Write['call'], body: object][] = [
  [renameList, { name: 'Spring' }],
  [deleteList, {}],
  [putListPlace, { note: 'Big kitchen' }],
  [removeListPlace, {}],
  [putListOpinion, { vote: 'yes' }],
  [putListMember, { ...appearance, memberName: 'May' }],
  [removeListMember, {}],
  [shareList, { allows: 'join' }],
  [reportList, { reason: 'Insults' }],
]

async function prepareWaiting(): Promise<Partial<Request>> {
  await service.present(await service.identity.credentialFor(MAYA, { subject: 'another' }))
  const { items } = (await service.call(getWaitingSignIns.path, { token: signedIn.admin })).body
  return { path: pathOf(decideWaitingSignIn, { id: items[0].id }) }
}

const WRITES: Write[] = [
  {
    call: signInWithGoogle,
    as: 'the first time',
    prepare: async () => ({ body: { credential: await service.identity.credentialFor('new@cornell.edu') } }),
  },
  {
    call: signInWithGoogle,
    as: 'instead of a session',
    prepare: async () => ({
      body: { credential: await service.identity.credentialFor(MAYA) },
      cookie: signedIn.maya.cookie,
    }),
  },
  {
    call: signInWithGoogle,
    as: 'of an administrator',
    prepare: async () => ({ body: { credential: await service.identity.credentialFor('boss@cornell.edu') } }),
  },
  { call: issueSignInNonce },
  { call: refreshSession, prepare: async () => ({ cookie: signedIn.maya.cookie }) },
  { call: signOut, as: 'here', prepare: async () => ({ cookie: signedIn.maya.cookie }) },
  {
    call: signOut,
    as: 'everywhere',
    endsSessions: true,
    prepare: async () => ({ cookie: signedIn.maya.cookie, body: { everywhere: true } }),
  },
  { call: addSavedApartment, who: 'maya', body: saved },
  { call: addSavedLandlord, who: 'maya', body: savedLandlord },
  { call: checkSavedApartment, who: 'maya', body: saved },
  { call: checkSavedLandlord, who: 'maya', body: savedLandlord },
  { call: removeSavedApartment, who: 'maya', body: saved, prepare: () => saving(addSavedApartment, saved) },
  {
    call: removeSavedLandlord,
    who: 'maya',
    body: savedLandlord,
    prepare: () => saving(addSavedLandlord, savedLandlord),
  },
  { call: putMyPlace, as: 'the first one', who: 'maya', path: myPlacePath(putMyPlace), body: myPlace },
  {
    call: putMyPlace,
    as: 'that is there',
    who: 'maya',
    path: myPlacePath(putMyPlace),
    body: { ...myPlace, mode: 'bike' },
    prepare: () => addingMyPlace(),
  },
  {
    call: orderMyPlaces,
    who: 'maya',
    body: { ids: ['my-12345678'] },
    prepare: () => addingMyPlace(),
  },
  {
    call: removeMyPlace,
    who: 'maya',
    path: myPlacePath(removeMyPlace),
    body: {},
    prepare: () => addingMyPlace(),
  },
  { call: saveSearch, as: 'the first one', who: 'maya', body: search },
  {
    call: saveSearch,
    as: 'that is there',
    who: 'maya',
    body: { ...search, name: 'Renamed' },
    prepare: () => saving(saveSearch, search),
  },
  {
    call: removeSavedSearch,
    who: 'maya',
    body: {},
    prepare: async () => ({ path: pathOf(removeSavedSearch, { id: (await withAlert()).id }) }),
  },
  {
    call: markAlertsSeen,
    who: 'maya',
    body: { until: LATER },
    prepare: async () => {
      await withAlert()
      return {}
    },
  },
  {
    call: setAlertMail,
    who: 'maya',
    body: { mail: 'never' },
    prepare: async () => {
      await withAlert()
      return {}
    },
  },
  {
    call: unsubscribeFromAlerts,
    body: {},
    prepare: async () => ({ path: pathOf(unsubscribeFromAlerts, { token: (await withAlert()).token }) }),
  },
  { call: addList, who: 'maya', body: { name: 'Fall', ...appearance } },
  ...WRITES_OF_LISTS.map(([call, body]): Write => ({
    call,
    who: 'maya',
    body,
    prepare: () => preparedList(call),
  })),
  { call: openSharedList, prepare: () => preparedInvite() },
  { call: joinList, who: 'maya', prepare: () => preparedInvite(appearance) },
  { call: addContactQuestion, as: 'without a key', who: 'maya', body: question },
  { call: addContactQuestion, as: 'with an Idempotency-Key', who: 'maya', body: question, headers: key },
  { call: addPendingBuilding, as: 'without a key', who: 'maya', body: building },
  {
    call: addPendingBuilding,
    as: 'with an Idempotency-Key',
    who: 'maya',
    body: building,
    headers: key,
  },
  {
    call: updateContactQuestionStatus,
    who: 'admin',
    prepare: async () => ({
      path: pathOf(updateContactQuestionStatus, {
        id: await post(addContactQuestion, question),
        status: 'COMPLETED',
      }),
    }),
  },
  {
    call: updatePendingBuildingStatus,
    who: 'admin',
    prepare: async () => ({
      path: pathOf(updatePendingBuildingStatus, {
        id: await post(addPendingBuilding, building),
        status: 'COMPLETED',
      }),
    }),
  },
  {
    call: updatePendingBuildingStatus,
    as: 'that became an apartment',
    who: 'admin',
    async prepare() {
      service.catalog.apartments.add('a7')
      const id = await post(addPendingBuilding, building)
      return { path: `${pathOf(updatePendingBuildingStatus, { id, status: 'COMPLETED' })}?aptId=a7` }
    },
  },
  {
    call: deleteAccount,
    endsSessions: true,
    who: 'maya',
    body: { reviews: 'anonymise' },
    async prepare() {
      await post(addContactQuestion, question)
      await post(addSavedApartment, saved)
      return {}
    },
  },
  {
    call: setRole,
    as: 'of an account',
    who: 'admin',
    endsSessions: true,
    body: { email: MAYA, role: 'developer' },
  },
  { call: setRole, as: 'of an address', who: 'admin', body: { email: 'soon@cornell.edu', role: 'admin' } },
  {
    call: decideWaitingSignIn,
    as: 'allowed',
    who: 'admin',
    endsSessions: true,
    body: { decision: 'allowed' },
    prepare: prepareWaiting,
  },
  {
    call: decideWaitingSignIn,
    as: 'refused',
    who: 'admin',
    body: { decision: 'refused' },
    prepare: prepareWaiting,
  },
  {
    call: importFrequentQuestions,
    who: 'admin',
    body: {
      rows: [
        { line: 1, value: { question: 'Where?', answer: 'Here.' } },
        { line: 2, value: { question: 'When?', answer: 'Now.' } },
      ],
    },
  },
]

describeWritesDuringFailover({
  endpoints: ENDPOINTS['svc-users'],
  writes: WRITES,
  async start(mongoUri) {
    service = await startUsers({}, { MONGODB_URI: mongoUri })
    service.catalog.apartments.add('a')
    service.catalog.landlords.add('L')
    before = { names: await enterBoth(), documents: await readAll() }
    return service
  },
  toFaultyWrite({ call, path = call.path, who, prepare, body, headers, endsSessions }) {
    let prepared: Partial<Request> = {}
    return {
      async prepare() {
        await outboxesFlushed(service.context)
        await emptyDatabase(service.context.connection)
        // Sessions that the call ends stay ended.
        if (endsSessions) signedIn = await enterBoth()
        else await restore()
        prepared = (await prepare?.()) ?? {}
        await outboxesFlushed(service.context)
      },
      async send() {
        const { response, ...rest } = await service.call(prepared.path ?? path, {
          method: call.method,
          ...(who && { token: who === 'admin' ? signedIn.admin : signedIn.maya.token }),
          ...(body && { body }),
          ...(headers && { headers }),
          ...prepared,
        })
        return { status: rest.status, retryAfter: response.headers.get('retry-after') }
      },
      async sweep() {
        await outboxesFlushed(service.context)
        await deliverOutboxes(service.context)
      },
      read: () => readComparable(service.context.connection),
    }
  },
})
