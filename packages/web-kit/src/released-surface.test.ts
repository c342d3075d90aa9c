import path from 'node:path'
import { surfaceProblems } from '@offquad/build-kit/surface'

const READING_TYPES_MS = 120_000

it(
  'exports what is recorded for its version (npm run surface)',
  () => expect(surfaceProblems(path.resolve(__dirname, '..'))).toEqual([]),
  READING_TYPES_MS,
)
