// The only file that runs on a fresh clone: without dependencies it installs those of the repository, then runs the command.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const repository = path.resolve(import.meta.dirname ?? path.dirname(process.argv[1]), '../..')
const lockfile = path.join(repository, 'package-lock.json')
const stamp = path.join(repository, 'node_modules/.offquad-lock')

checkNodeVersion()
refuseProduction()
install()
await import('./bundle.mjs')
const { main } = await import('./dist/main.js')
await main(process.argv.slice(2))

function checkNodeVersion() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isSupported = major > 20 || (major === 20 && minor >= 19)
  if (isSupported) return
  fail(
    `Offquad needs Node 20.19 or newer and this is ${process.versions.node}: install Node 24 from nodejs.org.`,
  )
}

/** Before anything is installed: npm leaves out what builds the platform where NODE_ENV is production. */
function refuseProduction() {
  if (process.argv[2] !== 'start' || process.env.NODE_ENV !== 'production') return
  fail(
    'npm start runs Offquad for development: anyone can sign in as anyone. For production run the images: see docs/operating.md. To develop, unset NODE_ENV.',
  )
}

function install() {
  const hash = createHash('sha256').update(readFileSync(lockfile)).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  process.stderr.write('Installing the dependencies, this takes a minute or two …\n')
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: repository,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (npm.signal) process.exit(130)
  if (npm.status !== 0)
    fail(
      `The dependencies could not be installed: check the connection to the npm registry and try again.\n${npm.stderr}`,
    )
  writeFileSync(stamp, hash)
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
