import { mkdtemp, rm, writeFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@offquad/service-kit/testing/free-port'
import { createTeam } from '../src/deploys'
import {
  readRun,
  REPOSITORY,
  runCommand,
  sharedPlatform,
  startPlatform,
  stopPlatform,
  waitFor,
} from '../src/platform'
import { refusalsOfRedis } from '../src/redis-refusals'

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The Node processes that run with this data folder. */
async function processesOn(dataDir: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const environments = await Promise.all(
    ids.map(async (id) => ({
      command: await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => ''),
      environment: await readFile(`/proc/${id}/environ`, 'utf8').catch(() => ''),
    })),
  )
  return environments
    .filter(({ command, environment }) => command.includes('node') && environment.includes(dataDir))
    .map(({ command }) => command)
}

interface PlacedApartment {
  latitude: number | null
  distanceToCampus: number | null
}

const isMeasured = ({ buildingData }: { buildingData: PlacedApartment }) =>
  buildingData.latitude === null || buildingData.distanceToCampus !== null

describe('npm start', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'offquad-start-'))
  })
  afterEach(() => rm(dataDir, { recursive: true, force: true }))

  it('runs next to another copy, prints the URL and the accounts, stops cleanly and keeps its data and deploys', async () => {
    const first = await startPlatform(dataDir)
    await waitFor('the summary', async () => first.command.output().includes('admin@cornell.edu'))
    const { processes } = await readRun(dataDir)
    const services = processes.map(({ name }) => name).filter((name) => name.startsWith('svc-'))
    const home = async (url: string) => {
      const response = await fetch(`${url}/api/page-data/home/8`)
      return (await response.json()) as { buildingData: { buildingData: PlacedApartment }[] }
    }
    await waitFor('the travel times', async () => (await home(first.url)).buildingData.every(isMeasured))
    const listing = await home(first.url)
    const refusals = await refusalsOfRedis(dataDir)
    const deployed = '9.9.9-deployed'
    await createTeam({ url: first.url, dataDir }, 'mfe-reviews').deployCopy({ version: deployed })

    const stopped = await stopPlatform(first.command)

    expect(first.command.output()).toContain(first.url)
    expect(services).toEqual((await readdir(REPOSITORY)).filter((name) => name.startsWith('svc-')))
    expect(refusals).toBe('')
    expect(listing).toMatchObject({ isEnded: false, buildingData: { length: 8 } })
    expect(stopped.code).toBe(0)
    expect(processes.filter(({ pid }) => isAlive(pid))).toEqual([])

    const second = await startPlatform(dataDir)
    await waitFor('the summary', async () => second.command.output().includes('Ctrl-C'))
    const kept = await home(second.url)
    const reviews = await (await fetch(`${second.url}/reviews`, { headers: { accept: 'text/html' } })).text()
    await stopPlatform(second.command)
    const rolledBack = await runCommand(['rollback'], { DATA_DIR: dataDir }, 'mfe-reviews').result

    expect([rolledBack.code, rolledBack.stdout]).toEqual([
      0,
      expect.stringMatching(/^mfe-reviews 0\.1\.0-\w+ is live for every gateway that runs or starts\.$/m),
    ])
    expect(kept).toEqual(listing)
    expect(reviews).toContain(`/mf/mfe-reviews/${deployed}/`)
    expect(second.command.output()).toMatch(
      /Not published.*\n +mfe-reviews +live 9\.9\.9-deployed +built 0\.1\.0-\w+\n +Publish one.*-w mfe-reviews\n.*--publish/,
    )
    expect(second.command.output()).not.toMatch(/demo (apartments|reviews)/i)
    // Two starts, of which one loads the demo data, and a command: only to end a run that hangs.
  }, 300_000)

  it('leaves no step and no process behind when it is killed while its services start', async () => {
    const command = runCommand(['start'], { PORT: String(await freePort()), DATA_DIR: dataDir })
    await waitFor('the services', async () => command.output().includes('starting the services'))

    command.child.kill('SIGKILL')

    await waitFor('its processes to end', async () => (await processesOn(dataDir)).length === 0)
    // The next start would end it.
    process.kill(Number(await readFile(path.join(dataDir, 'redis/redis.pid'), 'utf8')))
  })

  it('reports which port is in use', async () => {
    const server = createServer().listen(await freePort(), '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }

    const { code, stderr } = await runCommand(['start'], { PORT: String(port), DATA_DIR: dataDir }).result

    expect(code).not.toBe(0)
    expect(stderr).toMatch(new RegExp(`port ${port}.*PORT`, 'is'))
    server.close()
  })

  it('reports that another copy uses the data', async () => {
    const { code, stderr } = await runCommand(['start'], {
      PORT: String(await freePort()),
      DATA_DIR: sharedPlatform().dataDir,
    }).result

    expect(code).not.toBe(0)
    expect(stderr).toContain(sharedPlatform().dataDir)
  })

  it('reports that the data is corrupt and what to do', async () => {
    const mongoDir = path.join(dataDir, 'mongo')
    await mkdir(mongoDir, { recursive: true })
    const names = await readdir(path.join(sharedPlatform().dataDir, 'mongo'))
    const journal = names.find((name) => name.includes('journal')) ?? 'journal'
    await writeFile(
      path.join(mongoDir, journal),
      'this is not a journal, and it is longer than a torn tail could ever be'.repeat(500),
    )

    const { code, stderr } = await runCommand(['start'], {
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
    }).result

    expect(code).not.toBe(0)
    expect(stderr).toContain(mongoDir)
  })
})

describe('npm run token', () => {
  const token = (...args: string[]) =>
    runCommand(['token', ...args], { DATA_DIR: sharedPlatform().dataDir }).result
  const me = async (accessToken: string) =>
    fetch(`${sharedPlatform().url}/api/auth/me`, { headers: { authorization: `Bearer ${accessToken}` } })

  it('prints only a valid token, with a name derived from the e-mail address', async () => {
    const { code, stdout } = await token('mary.shelley@cornell.edu')
    const response = await me(stdout.trim())

    expect(code).toBe(0)
    expect(stdout.trim()).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(await response.json()).toMatchObject({
      email: 'mary.shelley@cornell.edu',
      displayName: 'Mary Shelley',
      role: 'student',
    })
  })

  it('rejects an address of another domain like sign-in does', async () => {
    const { code, stdout, stderr } = await token('x@notcornell.edu')

    expect(code).not.toBe(0)
    expect(stdout).toBe('')
    expect(stderr).toContain('Please sign in with a Cornell email.')
  })

  it('reports that no platform is running', async () => {
    const { code, stderr } = await runCommand(['token', 'a@cornell.edu'], {
      DATA_DIR: path.join(tmpdir(), 'offquad-nowhere'),
    }).result

    expect(code).not.toBe(0)
    expect(stderr).toMatch(/not running.*npm start/is)
  })
})
