import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as contracts from '@offquad/contracts'
import { type Endpoint } from '@offquad/contracts'
import {
  ACCESS_TABLE,
  type AccessLine,
  missingIdOf,
  OWNERSHIPS,
  type Ownership,
  type Role,
  ROLES,
} from '../src/access/access-table'
import { type Caller, createCaller, signInCaller } from '../src/access/callers'
import { createSubject, type Helpers } from '../src/access/subjects'
import { sharedPlatform } from '../src/platform'

const { url, dataDir } = sharedPlatform()
const AT_ONCE = 8
const APP = 'mfe-reviews'
const OTHER_APP = 'mfe-browse'
const FORGED = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiIsInJvbGUiOiJhZG1pbiJ9.'

const titleOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** Every call that the contract package exports. */
const CALLS: Endpoint[] = Object.values<unknown>(contracts).filter(isEndpoint)

/** The name under which the contract package exports a call. */
const exportOf = (title: string): string | undefined =>
  Object.entries<unknown>(contracts).find(([, value]) => isEndpoint(value) && titleOf(value) === title)?.[0]

/** The calls that the running platform documents. */
async function listDocumentedCalls(): Promise<string[]> {
  const names = [...Object.keys(contracts.ENDPOINTS), 'gateway']
  const documents = await Promise.all(
    names.map(async (name) => (await fetch(`${url}/api/docs/${name}.json`)).json()),
  )
  return (documents as { paths: Record<string, object> }[]).flatMap(({ paths }) =>
    Object.entries(paths)
      // Without health checks and the gateway's catch-all route.
      .filter(([path]) => path.startsWith('/api/') && !path.includes('*'))
      .flatMap(([path, operations]) =>
        Object.keys(operations).map(
          (method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
        ),
      ),
  )
}

interface People extends Helpers {
  callers: Record<Role, Caller>
  /** Owns the resources of "others". */
  stranger: Caller
  forger: Caller
  team: Caller
}

async function enter(): Promise<People> {
  const signIn = (name: string) => signInCaller(url, `${name}@cornell.edu`)
  const tokens = JSON.parse(await readFile(path.join(dataDir, 'keys/deploy-tokens.json'), 'utf8')) as Record<
    string,
    string
  >
  const [student, developer, administrator, stranger, reporter] = await Promise.all(
    ['student', 'developer', 'admin', 'stranger', 'reporter'].map((name) => signIn(`access.${name}`)),
  )
  if (!student || !developer || !administrator || !stranger || !reporter) throw new Error('unreachable')
  return {
    callers: { visitor: createCaller(url), student, developer, administrator },
    stranger,
    reporter,
    moderator: administrator,
    forger: createCaller(url, FORGED),
    team: createCaller(url, tokens[APP]),
  }
}

/** One request of the table: the expected and the actual status. */
interface Check {
  title: string
  expected: number
  actual: () => Promise<number>
}

/** Every request of a line: each role with each subject, a forged token treated as anonymous, and teams. */
function checksOf(line: AccessLine, people: People): Check[] {
  const { call, use, about, request = () => ({}) } = line
  const title = titleOf(call) + (use ? ` (${use})` : '')
  const { callers, stranger, forger, team } = people

  async function subjectFor(caller: Caller, ownership: Ownership): Promise<string> {
    if (!about) return ''
    if (ownership === 'missing') return missingIdOf(about)
    return createSubject(about, ownership === 'own' ? caller : stranger, people)
  }
  const check = (who: string, caller: Caller, ownership: Ownership, expected: number): Check => ({
    title: `${title} by ${who}, ${ownership}`,
    expected,
    actual: async () => caller.statusOf(call, request(await subjectFor(caller, ownership))),
  })

  const rows = [
    ...OWNERSHIPS.map((ownership) => [ownership, line[ownership]] as const),
    ['others', line.any] as const,
  ]
  const ofPeople = rows.flatMap(([ownership, row]) =>
    ROLES.flatMap((role, index) => {
      const expected = row?.[index]
      return typeof expected === 'number' ? [check(role, callers[role], ownership, expected)] : []
    }),
  )
  const ofForgers = rows.flatMap(([ownership, row]) =>
    typeof row?.[0] === 'number' ? [check('a forger', forger, ownership, row[0])] : [],
  )
  const apps = [APP, OTHER_APP, missingIdOf('app')]
  const ofTeams = (line.team ?? []).map((expected, index) => ({
    title: `${title} by the team of ${APP}, of ${apps[index]}`,
    expected,
    actual: () => team.statusOf(call, request(apps[index] ?? '')),
  }))
  return [...ofPeople, ...ofForgers, ...ofTeams]
}

/** Runs the checks concurrently. @returns a sentence for each unexpected status */
async function findUnexpected(checks: Check[]): Promise<string[]> {
  const unexpected: string[] = []
  const queue = [...checks]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { title, expected, actual } = next
        const status = await actual().catch((error: Error) => error.message)
        if (status !== expected) unexpected.push(`${title}: ${status} instead of ${expected}`)
      }
    }),
  )
  return unexpected
}

describe('the access table', () => {
  it('has a line for every call of the contract', async () => {
    const lines = new Set(ACCESS_TABLE.map(({ call }) => titleOf(call)))
    const calls = new Set([...CALLS.map(titleOf), ...(await listDocumentedCalls())])

    const missing = [...calls].filter((call) => !lines.has(call))
    expect(
      missing.map(
        (call) =>
          `e2e/src/access/access-table.ts lacks the statuses of ${call} for a visitor, a student, a developer and an administrator. If all may call it, add { call: calls.${exportOf(call)}, any: EVERYONE },`,
      ),
    ).toEqual([])
  })

  it('expects a status for every role, for existing and missing subjects', () => {
    const isComplete = ({ about, any, others, missing, team }: AccessLine) =>
      about === undefined || about === 'app' ? Boolean(any) : Boolean(others && (missing || team))
    const complete = new Set(ACCESS_TABLE.filter(isComplete).map(({ call }) => titleOf(call)))

    const incomplete = ACCESS_TABLE.map(({ call }) => titleOf(call)).filter((call) => !complete.has(call))

    expect(incomplete).toEqual([])
  })

  it('matches what every role gets for resources of their own, of others and for missing ones', async () => {
    const people = await enter()
    const [lasting, ending] = [false, true].map((isLast) =>
      ACCESS_TABLE.filter(({ endsAccount = false }) => endsAccount === isLast).flatMap((line) =>
        checksOf(line, people),
      ),
    )

    const unexpected = await findUnexpected(lasting ?? [])
    unexpected.push(...(await findUnexpected(ending ?? [])))

    expect(unexpected).toEqual([])
  })
})
