import { existsSync, readdirSync } from 'node:fs'
import { FRONTENDS, inRepository, read, readYaml, SERVICES } from './repository'

const FOLDER = '.github/workflows'
const SLICES = [...SERVICES, ...FRONTENDS]

interface Workflow {
  name: string
  on: { push?: { branches: string[]; paths?: string[] }; pull_request?: { paths?: string[] } | null }
  permissions: Record<string, string>
  jobs: Record<string, Job>
}
interface Job {
  uses?: string
  with?: { slice?: string }
  steps?: { run?: string; uses?: string }[]
  'timeout-minutes'?: number
}

const workflows = readdirSync(inRepository(FOLDER)).map(
  (file) => [file, readYaml(`${FOLDER}/${file}`)[0] as unknown as Workflow] as const,
)

it.each(SLICES)(
  '%s has a dedicated workflow, which runs when its sources or dependencies change',
  (slice) => {
    const workflow = readYaml(`${FOLDER}/${slice}.yml`)[0] as unknown as Workflow
    const paths = workflow.on.push?.paths ?? []
    expect(paths).toEqual(
      expect.arrayContaining([
        `${slice}/**`,
        'packages/**',
        'tools/build-kit/**',
        'deploy/docker/**',
        'package-lock.json',
      ]),
    )
    expect(workflow.on.pull_request?.paths).toEqual(paths)
    expect(
      SLICES.filter((other) => other !== slice && paths.some((path) => path.startsWith(`${other}/`))),
    ).toEqual([])
    expect(workflow.jobs.slice).toEqual({ uses: './.github/workflows/slice.yml', with: { slice } })
  },
)

it('builds the image of a slice that changed', () => {
  const [, slice] = workflows.find(([file]) => file === 'slice.yml') ?? []
  const actions = slice?.jobs.slice?.steps?.map(({ uses = '' }) => uses.split('@')[0])
  expect(actions).toContain('docker/build-push-action')
})

describe.each(workflows)('%s', (_file, { permissions, jobs }) => {
  it('has read-only permissions and a timeout', () => {
    expect(permissions).toEqual({ contents: 'read' })
    for (const job of Object.values(jobs)) if (!job.uses) expect(job['timeout-minutes']).toBeGreaterThan(0)
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
