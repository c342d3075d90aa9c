import path from 'node:path'
import * as router from './shared/react-router-dom.mjs'
import { Type } from './shared/typebox.mjs'
import { importsOfApp, membersRead } from './source-imports.mjs'

/**
 * What the shell brings of packages that are too large to bring whole. A shared module keeps all of its exports, whether
 * or not a frontend uses them: these modules name the ones that frontends may use. Names are only added, because deployed
 * remotes rely on them.
 */
export const SHARED_PARTS = {
  'react-router-dom': '@offquad/build-kit/shared/react-router-dom',
  typebox: '@offquad/build-kit/shared/typebox',
}

/**
 * Checks that a frontend uses only what the shell brings of the packages in SHARED_PARTS.
 * @param {string} folder absolute path of the app's folder
 * @throws Error that names what is missing, and where to add it
 */
export function checkSharedParts(folder) {
  const source = path.join(folder, 'src')
  const missing = [
    ...namesMissing(importsOfApp(source).get('react-router-dom') ?? [], router, 'react-router-dom'),
    ...namesMissing(membersRead(source, 'typebox', 'Type'), Type, 'typebox'),
  ]
  if (missing.length === 0) return
  throw new Error(
    `${path.basename(folder)} uses ${missing.join(', ')}, which the shell does not bring. Add it to packages/build-kit/src/shared, and deploy the shell first.`,
  )
}

const namesMissing = (used, part, name) =>
  [...used].filter((one) => !(one in part)).map((one) => `${one} of ${name}`)
