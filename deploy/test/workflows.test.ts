import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { FRONTENDS, inRepository, read, readYaml, SERVICES } from './repository'

const FOLDER = '.github/workflows'
const SLICES = [...SERVICES, ...FRONTENDS]

interface Workflow {
  name: string
  permissions: Record<string, string>
  jobs: Record<string, Job>
}
interface Job {
  steps?: { run?: string; uses?: string }[]
  'timeout-minutes'?: number
}

const workflows = readdirSync(inRepository(FOLDER)).map(
  (file) => [file, readYaml(`${FOLDER}/${file}`)[0] as unknown as Workflow] as const,
)

describe('.github/changed-slices.sh', () => {
  let folder: string
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
  const commit = (file: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    appendFileSync(path.join(folder, file), 'changed')
    git('add', '.')
    git('commit', '-qm', file)
  }
  const changedSince = (revision: string): unknown =>
    JSON.parse(
      execFileSync('bash', [path.join(folder, '.github/changed-slices.sh'), revision], { encoding: 'utf8' }),
    )

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'offquad-changed-'))
    git('init', '-q')
    mkdirSync(path.join(folder, '.github'))
    cpSync(inRepository('.github/changed-slices.sh'), path.join(folder, '.github/changed-slices.sh'))
    for (const slice of SLICES) commit(`${slice}/package.json`)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each(SLICES)('names %s when its folder has changed, and no other slice', (slice) => {
    commit(`${slice}/src/index.ts`)
    expect(changedSince('HEAD~1')).toEqual([slice])
  })

  it.each([
    'packages/ui/src/card.tsx',
    'tools/build-kit/src/jest.mjs',
    'deploy/docker/x',
    'package-lock.json',
  ])('names every slice when %s has changed', (file) => {
    commit(file)
    expect(changedSince('HEAD~1')).toEqual(expect.arrayContaining(SLICES))
  })

  it('names none when only others have changed, and every slice since an unknown commit', () => {
    commit('docs/testing.md')
    expect(changedSince('HEAD~1')).toEqual([])
    expect(changedSince('0'.repeat(40))).toEqual(expect.arrayContaining(SLICES))
  })
})

it('builds the image of a slice that changed', () => {
  const [, slice] = workflows.find(([file]) => file === 'slices.yml') ?? []
  const actions = slice?.jobs.slice?.steps?.map(({ uses = '' }) => uses.split('@')[0])
  expect(actions).toContain('docker/build-push-action')
})

describe.each(workflows)('%s', (file, { permissions, jobs }) => {
  it('takes actions by commit, with the version for whoever reads it', () => {
    const actions = [...read(`${FOLDER}/${file}`).matchAll(/uses: (.*)/g)].map(([, action = '']) => action)
    expect(actions.filter((action) => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([])
  })

  it('has read-only permissions and a timeout', () => {
    expect(permissions).toEqual({ contents: 'read' })
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0)
  })

  it('runs only commands and files that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const commands = Object.values(jobs).flatMap(({ steps = [] }) => steps.flatMap(({ run = '' }) => run))
    for (const [, script = ''] of commands.join('\n').matchAll(/npm run ([a-z:]+)$/gm))
      expect(scripts).toHaveProperty([script])
    for (const [file] of commands.join('\n').matchAll(/^deploy\/[\w.-]+/gm))
      expect(existsSync(inRepository(file))).toBe(true)
  })
})
