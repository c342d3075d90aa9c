// The only file that runs on a fresh clone: without dependencies it installs those of the repository, then runs the command.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const repository = path.resolve(import.meta.dirname ?? path.dirname(process.argv[1]), '../..')
const [command] = process.argv.slice(2)
/** Commands for those who change the code. All others build and run it, for which half of the packages are enough. */
const FOR_DEVELOPERS = /^(bench|check|dev|install|new|partitions|release|screens|slices|test)$/
/** Settings that need large packages: those of tracing and of S3 are peer dependencies, which a start leaves out. */
const NEED_PEERS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'S3_BUCKET']

checkNodeVersion()
refuseProduction()
install(FOR_DEVELOPERS.test(command) || NEED_PEERS.some((setting) => process.env[setting]))
if (command !== 'install') {
  await import('./bundle.mjs')
  const { main } = await import('./dist/main.js')
  await main(process.argv.slice(2))
}

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
  if (command !== 'start' || process.env.NODE_ENV !== 'production') return
  fail(
    'npm start runs Offquad for development: anyone can sign in as anyone. For production run the images: see docs/operating.md. To develop, unset NODE_ENV.',
  )
}

/** @param {boolean} isEverything also what only tests and checks need */
function install(isEverything) {
  const installed = packagesIn('node_modules/.package-lock.json')
  const missing = Object.entries(packagesIn('package-lock.json')).filter(
    ([folder, { version, resolved, link, optional }]) =>
      folder.includes('node_modules/') &&
      !optional &&
      // Images contain a part of the repository.
      (link
        ? !installed[folder] && existsSync(path.join(repository, resolved))
        : installed[folder]?.version !== version),
  )
  if (missing.every(([, { dev, devOptional, peer }]) => !isEverything && (dev || devOptional || peer))) return
  const withExtra = isEverything || Object.values(installed).some(({ dev }) => dev)
  const next = command === 'start' ? ', next: building the apps' : ''
  const bar = process.stderr.isTTY && next ? `   0.0 s  ${'░'.repeat(20)}  ` : ''
  process.stderr.write(`${bar}Installing packages, up to a minute${next} …\n`)
  const isFirst = Object.keys(installed).length === 0
  const npm = spawnSync(
    'npm',
    [
      // `ci` deletes node_modules, from which a running platform may still load files.
      ...(isFirst ? ['ci'] : ['install', '--no-save']),
      ...(withExtra ? [] : ['--omit=dev', '--omit=peer']),
      ...['--no-audit', '--no-fund', '--loglevel=error'],
    ],
    {
      cwd: repository,
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      shell: process.platform === 'win32',
    },
  )
  if (npm.signal) process.exit(130)
  if (npm.status !== 0)
    fail(
      `The dependencies could not be installed: check the connection to the npm registry and try again.\n${npm.stderr}`,
    )
}

/** The packages of a lockfile by folder; the one in node_modules, which npm writes last, names what is installed. */
function packagesIn(lockfile) {
  try {
    return JSON.parse(readFileSync(path.join(repository, lockfile), 'utf8')).packages
  } catch {
    return {}
  }
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
