import path from 'node:path'
import { nodeJest } from '@offquad/build-kit/jest'

export default {
  ...nodeJest('e2e'),
  globalSetup: path.join(import.meta.dirname, 'src/jest-platform-start.ts'),
  globalTeardown: path.join(import.meta.dirname, 'src/jest-platform-stop.ts'),
  setupFilesAfterEnv: [path.join(import.meta.dirname, 'src/jest-patience.ts')],
}
