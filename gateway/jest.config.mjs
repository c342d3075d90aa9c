import { serviceJest } from '@offquad/build-kit/jest'

const preset = serviceJest('gateway')

export default {
  ...preset,
  setupFilesAfterEnv: [...preset.setupFilesAfterEnv, '<rootDir>/test/guard-queries.ts'],
}
