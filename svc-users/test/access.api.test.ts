import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Endpoint, getContactLog, getFrequentQuestions, getMe, pathOf } from '@offquad/contracts'
import { createSigner } from 'fast-jwt'
import { startUsers, type TestUsers } from './start-users'

const minutes = (count: number) => count * 60
const STRANGERS = [
  'nobody',
  'gibberish',
  'expired',
  'unsigned',
  'public key as secret',
  'wrong key',
  'wrong audience',
  'wrong issuer',
  'without role',
  'stale admin',
] as const
type Person = (typeof STRANGERS)[number] | 'student'

let service: TestUsers
let tokens: Record<Person, string | undefined>
beforeAll(async () => {
  service = await startUsers()
  tokens = await makeTokens()
})
afterAll(() => service.close())

async function makeTokens(): Promise<Record<Person, string | undefined>> {
  const { user: student } = (await service.signIn('maya@cornell.edu')).body
  const { user: boss } = (await service.signIn('admin@cornell.edu')).body
  const pem = await readFile(service.context.config.ACCESS_TOKEN_PRIVATE_KEY_FILE, 'utf8')
  const { kid } = service.context.tokens.keySet.keys[0] as { kid: string }
  const now = Math.floor(Date.now() / 1000)
  const names = { iss: 'offquad', aud: 'offquad' }
  const genuine = { ...names, sub: boss.uid, role: 'admin', iat: now, exp: now + minutes(10) }
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
  }
}

const statusFor = async (person: Person, endpoint: Endpoint): Promise<number> =>
  (await service.call(pathOf(endpoint), { token: tokens[person] })).status

// The access table (e2e/src/access) tests the access to each call; these tests check the validity of tokens.
it.each(STRANGERS)(
  'a token that is %s is rejected by calls for users and administrators, but not by public ones',
  async (person) => {
    expect(await statusFor(person, getMe)).toBe(401)
    expect(await statusFor(person, getContactLog)).toBe(401)
    expect(await statusFor(person, getFrequentQuestions)).toBe(200)
  },
)

it('accepts the same token without the difference', async () => {
  expect(await statusFor('student', getMe)).toBe(200)
})
