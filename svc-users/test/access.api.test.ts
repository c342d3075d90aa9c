import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import {
  addContactQuestion,
  addPendingBuilding,
  addSavedApartment,
  addSavedLandlord,
  checkSavedApartment,
  checkSavedLandlord,
  deleteAccount,
  type Endpoint,
  ENDPOINTS,
  exportAccount,
  getAdministrators,
  getContactLog,
  getContactQuestions,
  getFrequentQuestions,
  getMe,
  getPendingBuildings,
  getSavedApartments,
  getSavedLandlords,
  importFrequentQuestions,
  pathOf,
  refreshSession,
  removeSavedApartment,
  removeSavedLandlord,
  signInWithGoogle,
  signOut,
  updateContactQuestionStatus,
  updatePendingBuildingStatus,
} from '@offquad/contracts'
import { createSigner } from 'fast-jwt'
import { startUsers, type TestUsers } from './start-users'

const minutes = (count: number) => count * 60
const NOBODY = ['nobody', 'gibberish', 'expired', 'unsigned', 'public key as secret', 'wrong key'] as const
const STRANGERS = [...NOBODY, 'wrong audience', 'wrong issuer', 'without role', 'stale admin'] as const
const KNOWN = ['student', 'other', 'admin'] as const
type Person = (typeof STRANGERS)[number] | (typeof KNOWN)[number]

interface Case {
  endpoint: Endpoint
  params?: Record<string, string>
  body?: object
  /** Status for a student, another student and an admin. */
  statuses: [student: number, other: number, admin: number]
  /** Status for all the rest. */
  rest: number
}

const everyone = (endpoint: Endpoint, status: number, body?: object): Case => ({
  ...{ endpoint, body, statuses: [status, status, status], rest: status },
})
const signedIn = (endpoint: Endpoint, status: number, body?: object): Case => ({
  ...{ endpoint, body, statuses: [status, status, status], rest: 401 },
})
const adminOnly = (endpoint: Endpoint, status: number, sent: Pick<Case, 'params' | 'body'>): Case => ({
  ...{ endpoint, ...sent, statuses: [403, 403, status], rest: 401 },
})

const apartment = { apartmentId: 'a' }
const landlord = { landlordId: 'L' }
const CASES: Case[] = [
  everyone(signInWithGoogle, 401, { credential: 'none' }),
  everyone(refreshSession, 401),
  everyone(signOut, 204, {}),
  everyone(getFrequentQuestions, 200),
  signedIn(getMe, 200),
  signedIn(getSavedApartments, 200),
  signedIn(getSavedLandlords, 200),
  signedIn(checkSavedApartment, 200, apartment),
  signedIn(checkSavedLandlord, 200, landlord),
  signedIn(addSavedApartment, 200, apartment),
  signedIn(addSavedLandlord, 200, landlord),
  signedIn(removeSavedApartment, 200, apartment),
  signedIn(removeSavedLandlord, 200, landlord),
  signedIn(addPendingBuilding, 201, { name: 'Elm House' }),
  signedIn(addContactQuestion, 201, { name: 'n', email: 'e@x.edu', msg: 'm' }),
  signedIn(exportAccount, 200),
  adminOnly(getAdministrators, 200, {}),
  adminOnly(getPendingBuildings, 200, { params: { status: 'PENDING' } }),
  adminOnly(getContactQuestions, 200, { params: { status: 'PENDING' } }),
  adminOnly(getContactLog, 200, {}),
  adminOnly(updatePendingBuildingStatus, 404, { params: { id: 'x', status: 'DELETED' } }),
  adminOnly(updateContactQuestionStatus, 404, { params: { id: 'x', status: 'DELETED' } }),
  adminOnly(importFrequentQuestions, 200, { body: { rows: [] } }),
  // The last: it takes the account away.
  signedIn(deleteAccount, 204, { reviews: 'remove' }),
]

let service: TestUsers
let tokens: Record<Person, string | undefined>
beforeAll(async () => {
  service = await startUsers()
  service.catalog.apartments.add('a')
  service.catalog.landlords.add('L')
  tokens = await makeTokens()
})
afterAll(() => service.close())

async function makeTokens(): Promise<Record<Person, string | undefined>> {
  const { user: student } = (await service.signIn('maya@cornell.edu')).body
  const { accessToken: other } = (await service.signIn('theo@cornell.edu')).body
  const { accessToken: admin, user: boss } = (await service.signIn('admin@cornell.edu')).body
  const pem = await readFile(service.context.config.ACCESS_TOKEN_PRIVATE_KEY_FILE, 'utf8')
  const { kid } = service.context.tokens.keySet.keys[0] as { kid: string }
  const now = Math.floor(Date.now() / 1000)
  const genuine = {
    iss: 'offquad',
    aud: 'offquad',
    sub: boss.uid,
    role: 'admin',
    iat: now,
    exp: now + minutes(10),
  }
  const sign = (changes: object, key = pem) =>
    createSigner({ key, algorithm: 'EdDSA', kid })({ ...genuine, ...changes })
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const strangersKey = generateKeyPairSync('ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
  const publicPem = createPublicKey(createPrivateKey(pem)).export({ type: 'spki', format: 'pem' })
  const asSecret = `${encode({ alg: 'HS256', kid })}.${encode(genuine)}`
  return {
    nobody: undefined,
    gibberish: 'gibberish',
    expired: sign({ iat: now - minutes(11), exp: now - minutes(1) }),
    unsigned: `${encode({ alg: 'none', kid })}.${encode(genuine)}.`,
    'public key as secret': `${asSecret}.${createHmac('sha256', publicPem).update(asSecret).digest('base64url')}`,
    'wrong key': sign({}, strangersKey),
    'wrong audience': sign({ aud: 'other-platform' }),
    'wrong issuer': sign({ iss: 'evil' }),
    'without role': sign({ role: undefined }),
    'stale admin': sign({ iat: now - minutes(6), exp: now + minutes(4) }),
    // Signed here like the forgeries, so that it is their one difference that is refused.
    student: sign({ sub: student.uid, role: 'student' }),
    other,
    admin,
  }
}

async function statusFor(person: Person, { endpoint, params, body }: Case): Promise<number> {
  const { status } = await service.call(pathOf(endpoint, params), {
    method: endpoint.method,
    token: tokens[person],
    body,
  })
  return status
}

describe.each(CASES.map((call) => ({ ...call, title: `${call.endpoint.method} ${call.endpoint.path}` })))(
  '$title',
  (call) => {
    it.each(STRANGERS)(`answers ${call.rest} to a token that is %s`, async (person) => {
      expect(await statusFor(person, call)).toBe(call.rest)
    })

    it.each(KNOWN.map((person, index) => [person, call.statuses[index]] as const))(
      'answers %s with %i',
      async (person, status) => {
        expect(await statusFor(person, call)).toBe(status)
      },
    )
  },
)

it('leaves out no call of the service', () => {
  const tested = new Set(CASES.map(({ endpoint }) => endpoint.path))

  expect(ENDPOINTS['svc-users'].map(({ path }) => path).filter((path) => !tested.has(path))).toEqual([])
})
