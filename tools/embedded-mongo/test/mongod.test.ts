import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startMongoForTests } from '../src/index'
import { findMongod, startMongod } from '../src/mongod'

/** A program that says that it is a mongod, notes how it is called, and ends. */
const pretend = (version: string) => `#!/bin/sh
if [ "$1" = --version ]; then echo "db version v${version}"; echo "Build Info: {}"; exit; fi
echo "$@" > "$(dirname "$0")/arguments"
exit 48
`

describe('the mongod on the PATH', () => {
  const { PATH } = process.env
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'offquad-path-'))
    process.env.PATH = folder
  })
  afterEach(async () => {
    process.env.PATH = PATH
    await rm(folder, { recursive: true })
  })

  async function install(script: string): Promise<void> {
    const program = path.join(folder, 'mongod')
    await writeFile(program, script)
    await chmod(program, 0o755)
    process.env.PATH = `${folder}:/usr/bin:/bin`
  }

  it.each([
    ['7.0.14', '7.0.14'],
    ['8.1.0-rc2', '8.1.0-rc2'],
    ['6.0.19', undefined],
    ['10.2.0', '10.2.0'],
  ])('is taken from version 7 on: %s', async (version, expected) => {
    await install(pretend(version))

    expect(findMongod()).toBe(expected)
  })

  it('is not there, or is something else', async () => {
    expect(findMongod()).toBeUndefined()
    await install('#!/bin/sh\nexit 1\n')
    expect(findMongod()).toBeUndefined()
  })

  it('is replaced by the embedded server, which says so', async () => {
    const mongo = await startMongoForTests()

    expect(mongo).toMatchObject({
      isEmbedded: true,
      description: expect.stringContaining('the embedded server'),
    })
    await mongo.close()
  })

  it('is a member of a set, on loopback, with a password, and its end is told', async () => {
    await install(pretend('7.0.14'))
    const directory = path.join(folder, 'data')
    await mkdir(directory)
    const root = { user: 'root', password: 'secret' }

    await expect(startMongod({ directory, port: 27_999, root })).rejects.toThrow(
      `mongod ended (code 48), see ${directory}/mongod.log`,
    )

    const called = await readFile(path.join(folder, 'arguments'), 'utf8')
    expect(called).toMatch(/--replSet offquad --bind_ip 127\.0\.0\.1 --port 27999 --dbpath \S+\/data\/db /)
    expect(called).toContain(`--keyFile ${directory}/key`)
    expect(called).not.toContain('secret')
  })
})
