import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const REPOSITORY = path.resolve(__dirname, '../../..')
const read = (file: string) => readFileSync(path.join(REPOSITORY, file), 'utf8')

const files = execFileSync('git', ['ls-files'], { cwd: REPOSITORY, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(path.join(REPOSITORY, file)))
/** Without the texts of the site, whose links are its pages. */
const documents = files.filter((file) => file.endsWith('.md') && !file.startsWith('tools/demo-data/guides/'))
const sources = files.filter((file) =>
  /\.([cm]?[jt]sx?|json|ya?ml|sh|css|html|env)$|Dockerfile|\/run$/.test(file),
)
/** Everything that the documents can be talking about: names of files, and what is in them. */
const corpus = [
  ...files,
  ...sources.filter((file) => file !== 'package-lock.json' && !file.endsWith('docs.test.ts')).map(read),
].join('\n')

/** Names of other projects: commands, headers, functions and log fields that none of our files contains. */
const FOREIGN = new Set([
  '@fastify/otel',
  '@fastify/rate-limit',
  '@page',
  'Cross-Origin-Resource-Policy',
  'If-None-Match',
  'Sec-Fetch-Site',
  'NODE_OPTIONS',
  'Retry-After',
  'SIGUSR2',
  'cpu-prof',
  'db.currentOp',
  'fdatasync',
  'heapsnapshot-signal',
  'mongorestore',
  'reqId',
])

const withoutBlocks = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '')

/** The names inside a piece of code: `MF_DIR/apis/<service>.json` is made of MF_DIR, apis and .json. */
function namesIn(code: string): string[] {
  if (FOREIGN.has(code) || corpus.includes(code) || /^https?:/.test(code)) return []
  return code
    .split(/<[^>]*>|[^\w.@/-]+/)
    .map((name) => name.replace(/^[./-]+|[./-]+$/g, ''))
    .filter((name) => /[a-z]{3}/i.test(name) && !FOREIGN.has(name))
    .flatMap((name) => (corpus.includes(name) ? [] : name.split('/')))
    .filter((name) => /[a-z]{3}/i.test(name) && !FOREIGN.has(name))
}

const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )

const workspaces = files.filter((file) => /(^|\/)package\.json$/.test(file))
const scriptsOf = (file: string): string[] =>
  Object.keys((JSON.parse(read(file)) as { scripts?: object }).scripts ?? {})
const scriptsByWorkspace = new Map(
  workspaces.flatMap((file) => {
    const { name } = JSON.parse(read(file)) as { name: string }
    const folder = path.dirname(file)
    return [name, folder].map((key) => [key, scriptsOf(file)] as const)
  }),
)

describe.each(documents)('%s', (document) => {
  const text = read(document)

  it('names nothing that the repository does not have', () => {
    const missing = [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) =>
      code.includes(' ') ? [] : namesIn(code).filter((name) => !corpus.includes(name)),
    )
    expect(missing).toEqual([])
  })

  it('links to pages and headings that exist', () => {
    const broken = [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [page = '', anchor] = link.split('#')
        const target = page ? path.join(path.dirname(document), page) : document
        if (!existsSync(path.join(REPOSITORY, target))) return true
        return anchor !== undefined && !anchorsOf(read(target)).includes(anchor)
      })
    expect(broken).toEqual([])
  })

  it('gives commands that exist', () => {
    const commands = [...text.matchAll(/npm run ([a-z][\w:-]*)(?: -w (@?[\w/-]+|<\w+>))?/g)]
    const unknown = commands.filter(([, script = '', workspace]) => {
      // Without a workspace, with a placeholder, or of a slice that an example makes: a command of any.
      const scripts = scriptsByWorkspace.get(workspace ?? '') ?? [...scriptsByWorkspace.values()].flat()
      return !scripts.includes(script)
    })
    expect(unknown.map(([command]) => command)).toEqual([])
  })

  it('runs suites that exist', () => {
    const paths = [...text.matchAll(/(?:npx jest|npm test --) (\w[\w./-]*)/g)].map(([, suite = '']) => suite)
    const missing = paths.filter(
      (suite) => !files.some((file) => file.includes(suite) && file.includes('.test.')),
    )
    expect(missing).toEqual([])
  })
})

describe('docs/decisions', () => {
  const decisions = documents.filter((file) => file.startsWith('docs/decisions/'))
  const numberOf = (file: string) => path.basename(file).slice(0, 3)

  it('are numbered without gaps', () => {
    expect(decisions.map(numberOf)).toEqual(decisions.map((_, index) => String(index).padStart(3, '0')))
  })

  it.each(decisions.slice(1))('%s begins with its number, a date and a status', (file) => {
    expect(read(file)).toMatch(
      new RegExp(`^# ${numberOf(file)}\\. .+\n\n\\d{4}-\\d{2}-\\d{2}, (accepted|superseded by \\d{3})\\.`),
    )
  })

  it('exist where texts and comments name them', () => {
    const numbers = new Set(decisions.map(numberOf))
    const named = [...documents, ...sources].flatMap((file) =>
      [...read(file).matchAll(/\bADR\s+(\d{3})/g)].map(([, number = '']) => ({ file, number })),
    )
    expect(named.filter(({ number }) => !numbers.has(number))).toEqual([])
  })
})
