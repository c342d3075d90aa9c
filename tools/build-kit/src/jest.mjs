import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { bundleTypebox } from './jest-typebox.mjs'

const require = createRequire(import.meta.url)
const here = import.meta.dirname
const repository = path.resolve(here, '../../..')

// Jest runs CommonJS, so dependencies that ship only ES modules are transformed as well.
const esmOnly = ['supercluster', 'kdbush', '@fontsource-variable', 'jose']

const bundled = bundleTypebox(path.join(repository, '.cache/jest'))

const shared = (folder) => ({
  displayName: folder,
  rootDir: path.join(repository, folder),
  transform: {
    '\\.([mc]?[jt]sx?)$': [
      require.resolve('@swc/jest'),
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          target: 'es2022',
        },
        module: { type: 'commonjs' },
      },
    ],
    '\\.yaml$': path.join(here, 'jest-yaml.cjs'),
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:${esmOnly.join('|')})/)`, '/.cache/jest/'],
  moduleNameMapper: bundled,
  testMatch: ['<rootDir>/{src,test,specs}/**/*.test.{ts,tsx}'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  coveragePathIgnorePatterns: ['/node_modules/', '/.cache/'],
})

/** The jest preset of a package that runs in Node. `folder` is its path from the repository's root. */
export function nodeJest(folder) {
  return {
    ...shared(folder),
    testEnvironment: 'node',
    setupFilesAfterEnv: [path.join(here, 'jest-timeouts.ts')],
  }
}

/**
 * Like nodeJest, with one MongoDB and one Redis for the run: those of MONGODB_URI and REDIS_URL, or embedded ones.
 * test/guard-queries.ts of the folder, if there is one, runs before each suite.
 */
export function serviceJest(folder) {
  const preset = nodeJest(folder)
  const guard = path.join(preset.rootDir, 'test/guard-queries.ts')
  return {
    ...preset,
    setupFilesAfterEnv: [...preset.setupFilesAfterEnv, ...(existsSync(guard) ? [guard] : [])],
    globalSetup: path.join(here, 'jest-stores-start.ts'),
    globalTeardown: path.join(here, 'jest-stores-stop.ts'),
  }
}

/** The jest preset of a frontend: jsdom, with drawings as texts, and stylesheets and other pictures as empty modules. */
export function browserJest(folder) {
  const preset = shared(folder)
  return {
    ...preset,
    transform: { ...preset.transform, '\\.svg$': path.join(here, 'jest-svg.cjs') },
    testEnvironment: path.join(here, 'jest-browser-environment.cjs'),
    setupFiles: [path.join(here, 'jest-browser-setup.ts')],
    setupFilesAfterEnv: [path.join(here, 'jest-browser-tests.ts')],
    moduleNameMapper: {
      ...bundled,
      '\\.(css|png|webp|woff2)$': path.join(here, 'jest-asset.ts'),
    },
  }
}
