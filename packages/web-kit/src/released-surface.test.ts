import path from 'node:path'
import { surfaceProblems } from '@offquad/build-kit/surface'

const PACKAGE = path.resolve(__dirname, '..')
const READING_TYPES_MS = 120_000

describe('what the package exports', () => {
  it(
    'is what its version was recorded with: npm run surface',
    () => {
      expect(surfaceProblems(PACKAGE)).toEqual([])
    },
    READING_TYPES_MS,
  )
})
