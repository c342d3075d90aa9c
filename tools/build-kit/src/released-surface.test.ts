import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { neededVersions, recordSurface, releasedSurface, surfaceProblems } from './released-surface.mjs'

const READING_TYPES_MS = 60_000

const MENU = `
interface MenuProps { label: string; size?: 'small' | 'large'; onOpen: (id: string) => void }
export const Menu = ({ label }: MenuProps): string => label
export function truncate(text: string): string { return text }
`

describe('the released surface of a shared package', () => {
  let folder: string
  const write = (version: string, source: string) => {
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'design', version }))
    writeFileSync(path.join(folder, 'src/index.ts'), source)
  }
  let firstRecord: string
  const recordFile = () => path.join(folder, 'released/surface.json')
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'offquad-surface-'))
    mkdirSync(path.join(folder, 'src'))
    write('1.0.0', MENU)
    recordSurface(folder)
    firstRecord = readFileSync(recordFile(), 'utf8')
  }, READING_TYPES_MS)
  beforeEach(() => writeFileSync(recordFile(), firstRecord))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it(
    'requires a minor version for additions, and reports them and raises it when they are recorded',
    () => {
      const grown = MENU.replace('label: string;', 'label: string; icon?: string;').replace(
        "'large'",
        "'large' | 'huge'",
      )
      write('1.0.0', `${grown}export const Chip = (): null => null`)

      expect(surfaceProblems(folder)).toEqual([
        'Menu has changed (minor)',
        'Chip is a new export (minor)',
        'design 1.0.0 has to become 1.1.0: npm run release -w design raises and records it',
      ])
      expect(recordSurface(folder)).toMatchObject({ version: '1.1.0', release: 'minor' })
      expect(surfaceProblems(folder)).toEqual([])
    },
    READING_TYPES_MS,
  )

  it(
    'requires a major version for what callers cannot do any longer, have to pass, or may not get',
    () => {
      const changed = MENU.replace('label: string;', 'label: string; id: string;')
        .replace("size?: 'small' | 'large'", "size: 'small'")
        .replace('(text: string): string', '(text: string): string | undefined')
      write('1.9.0', changed)

      expect(surfaceProblems(folder)).toEqual([
        'Menu has changed (major)',
        'truncate has changed (major)',
        expect.stringContaining('has to become 2.0.0'),
      ])
    },
    READING_TYPES_MS,
  )

  it(
    'requires a major version for a removed export',
    () => {
      write('1.9.0', MENU.replace('export function', 'function'))

      expect(surfaceProblems(folder)).toEqual([
        'truncate is no longer exported (major)',
        expect.stringContaining('has to become 2.0.0'),
      ])
    },
    READING_TYPES_MS,
  )

  it(
    'determines the versions that a remote works with from the exports it uses',
    () => {
      write('1.1.0', `${MENU}export const Chip = (): null => null`)
      recordSurface(folder)

      expect(releasedSurface(folder)?.exports.Chip).toMatchObject({ since: '1.1.0', changed: '1.1.0' })
      expect(neededVersions(folder, ['Menu'])).toEqual({ lowest: '1.0.0', range: '^1.0.0' })
      expect(neededVersions(folder, ['Menu', 'Chip'])).toEqual({ lowest: '1.1.0', range: '^1.1.0' })
      expect(() => neededVersions(folder, ['Tab'])).toThrow('design has no recorded export "Tab"')
    },
    READING_TYPES_MS,
  )

  it(
    'lets a remote work with the previous major version when it uses nothing that changed',
    () => {
      write('2.0.0', MENU.replace(/export function.*/, ''))
      recordSurface(folder)

      expect(neededVersions(folder, ['Menu'])).toEqual({ lowest: '1.0.0', range: '>=1.0.0 <3.0.0' })
    },
    READING_TYPES_MS,
  )
})
