import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Type } from 'typebox'
import { credential, loadConfig, loadUniversity, publicUrlOf, requireProduction } from './config'
import { ConfigError } from './errors'

const schema = Type.Object({
  PORT: Type.Integer({ maximum: 65535, default: 8080 }),
  STORE: Type.String({ pattern: '^store://' }),
  NAME: Type.String(),
})

describe('loadConfig', () => {
  it('converts numbers, fills in defaults and leaves unknown variables out', () => {
    const config = loadConfig(schema, { PORT: '81', STORE: 'store://x', NAME: 'n', OTHER: 'o' })

    expect(config).toEqual({ PORT: 81, STORE: 'store://x', NAME: 'n' })
    expect(loadConfig(schema, { PORT: '', STORE: 'store://x', NAME: 'n' }).PORT).toBe(8080)
  })

  it('names every variable that is missing or wrong at once', () => {
    const load = () => loadConfig(schema, { PORT: '99999', STORE: 'http://x' })

    expect(load).toThrow(ConfigError)
    expect(load).toThrow(/PORT[\s\S]*STORE|STORE[\s\S]*PORT/)
    expect(load).toThrow(/NAME is not set/)
  })
})

describe('a credential', () => {
  const settings = Type.Object({
    KEY: credential({ pattern: '^k' }),
    OTHER_KEY: Type.Optional(credential()),
    PLAIN: Type.String({ default: 'plain' }),
  })
  let folder: string
  const fileOf = (text: string) => {
    const file = path.join(folder, 'credential')
    writeFileSync(file, text)
    return file
  }
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'offquad-config-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is read from the file that NAME_FILE names, unless the variable itself is set', () => {
    const KEY_FILE = fileOf('k-of-the-file\n')

    expect(loadConfig(settings, { KEY_FILE }).KEY).toBe('k-of-the-file')
    expect(loadConfig(settings, { KEY_FILE, KEY: '' }).KEY).toBe('k-of-the-file')
    expect(loadConfig(settings, { KEY_FILE, KEY: 'k-of-the-environment' }).KEY).toBe('k-of-the-environment')
  })

  it('is absent when its file is empty', () => {
    const empty = fileOf('\n')

    expect(loadConfig(settings, { KEY: 'k', OTHER_KEY_FILE: empty })).toEqual({ KEY: 'k', PLAIN: 'plain' })
    expect(() => loadConfig(settings, { KEY_FILE: empty })).toThrow('KEY is not set')
  })

  it('is named without its value when its file cannot be read or does not fit', () => {
    expect(() => loadConfig(settings, { KEY_FILE: '/nowhere/key' })).toThrow(
      /^KEY_FILE \/nowhere\/key cannot be read: ENOENT[^\n]*$/,
    )
    expect(() => loadConfig(settings, { KEY_FILE: fileOf('something secret') })).toThrow(/^KEY (?!.*secret)/)
  })

  it('is the only kind of setting that is read from a file', () => {
    expect(loadConfig(settings, { KEY: 'k', PLAIN_FILE: fileOf('other') }).PLAIN).toBe('plain')
  })
})

describe('publicUrlOf', () => {
  it('is PUBLIC_URL, or this machine at PUBLIC_PORT', () => {
    expect(publicUrlOf({ PUBLIC_URL: 'https://offquad.example/', PUBLIC_PORT: 81 })).toBe(
      'https://offquad.example',
    )
    expect(publicUrlOf({ PUBLIC_PORT: 81 })).toBe('http://localhost:81')
    expect(publicUrlOf({})).toBeUndefined()
  })
})

describe('requireProduction', () => {
  const here = { NODE_ENV: 'development', HOST: '127.0.0.1' }
  const CLIENT_ID = '1234-abcd.apps.googleusercontent.com'

  it.each(['0.0.0.0', '::', '192.0.2.7', 'offquad.example'])(
    'refuses to listen on %s without NODE_ENV=production',
    (HOST) => {
      expect(() => requireProduction({ ...here, HOST })).toThrow(
        `HOST ${HOST} can be reached from other machines: set NODE_ENV=production`,
      )
      expect(() => requireProduction({ ...here, NODE_ENV: 'production', HOST })).not.toThrow()
    },
  )

  it.each(['127.0.0.1', '127.1.2.3', 'localhost', '::1'])('listens on %s in development', (HOST) => {
    expect(() => requireProduction({ ...here, HOST })).not.toThrow()
  })

  it.each([
    ['MF_OVERRIDES', 'on'],
    ['GOOGLE_CERTS_URL', 'http://identity.internal/certs'],
    ['SIGN_IN_CHOOSER_URL', 'http://localhost:9000/authorize'],
  ])('rejects %s=%s in production unless it is said twice', (name, value) => {
    const config = { ...here, NODE_ENV: 'production', [name]: value }

    expect(() => requireProduction(config)).toThrow(`${name}=${value} is for development`)
    expect(() => requireProduction({ ...config, NODE_ENV: 'development' })).not.toThrow()
    expect(() => requireProduction({ ...config, DEVELOPMENT_SETTINGS: `OTHER, ${name}` })).not.toThrow()
  })

  it('accepts settings of production in production', () => {
    const GOOGLE_CERTS_URL = 'https://www.googleapis.com/oauth2/v1/certs'
    const settings = { MF_OVERRIDES: 'developers', GOOGLE_CERTS_URL, GOOGLE_CLIENT_ID: CLIENT_ID }

    expect(() => requireProduction({ ...here, ...settings, NODE_ENV: 'production' })).not.toThrow()
  })

  it('rejects a client id of Google without NODE_ENV=production, and no other', () => {
    expect(() => requireProduction({ ...here, GOOGLE_CLIENT_ID: CLIENT_ID })).toThrow(
      'GOOGLE_CLIENT_ID is a client id of Google, with real accounts: set NODE_ENV=production',
    )
    expect(() => requireProduction({ ...here, GOOGLE_CLIENT_ID: 'offquad-development' })).not.toThrow()
  })
})

describe('loadUniversity', () => {
  it('finds a relative path from any folder below, as npm starts services in their own', () => {
    const before = process.cwd()
    process.chdir(path.resolve(__dirname, '..'))
    try {
      expect(loadUniversity('config/university.json').areas).toHaveLength(4)
    } finally {
      process.chdir(before)
    }
  })

  it('names the missing file', () => {
    expect(() => loadUniversity('/nowhere/university.json')).toThrow(/\/nowhere\/university.json/)
  })
})
