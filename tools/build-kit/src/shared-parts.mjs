import path from 'node:path'
import * as dehydration from './shared/no-dehydration.mjs'
import * as router from './shared/react-router-dom.mjs'
import { Type } from './shared/typebox.mjs'
import { importsOfApp, membersRead } from './source-imports.mjs'

/**
 * The modules with which the shell provides parts of packages that are too large to share completely. A shared module keeps
 * all of its exports, whether or not a frontend uses them, so these modules export only what frontends may use. Exports are
 * never removed, because deployed remotes rely on them.
 */
export const SHARED_PARTS = {
  'react-router-dom': '@offquad/build-kit/shared/react-router-dom',
  typebox: '@offquad/build-kit/shared/typebox',
}

/**
 * Checks that a frontend uses only what the shell provides of the packages in SHARED_PARTS.
 * @param {string} folder absolute path of the app's folder
 * @throws Error naming what is missing and where to add it
 */
export function checkSharedParts(folder) {
  const source = path.join(folder, 'src')
  const missing = [
    ...missingFrom(importsOfApp(source).get('react-router-dom') ?? [], router, 'react-router-dom'),
    ...[...(importsOfApp(source).get('@tanstack/react-query') ?? [])]
      .filter((name) => name in dehydration)
      .map((name) => `${name} of @tanstack/react-query`),
    ...missingFrom(membersRead(source, 'typebox', 'Type'), Type, 'typebox'),
  ]
  if (missing.length === 0) return
  throw new Error(
    `${path.basename(folder)} uses ${missing.join(', ')}, which the shell does not provide. Add it to tools/build-kit/src/shared, and deploy the shell first.`,
  )
}

const missingFrom = (used, part, name) =>
  [...used].filter((member) => !(member in part)).map((member) => `${member} of ${name}`)
