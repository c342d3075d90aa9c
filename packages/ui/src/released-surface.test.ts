import path from 'node:path'
import { surfaceProblems } from '@offquad/build-kit/surface'

const PACKAGE = path.resolve(__dirname, '..')
const READING_TYPES_MS = 120_000

describe('the exports of the package', () => {
  it(
    'match the recorded surface of its version (npm run surface)',
    () => {
      expect(surfaceProblems(PACKAGE)).toEqual([])
    },
    READING_TYPES_MS,
  )
})
