import path from 'node:path'
import { oneBundleConfig } from '@offquad/build-kit/webpack'

const REPOSITORY = path.resolve(import.meta.dirname, '../../..')
const REMOTES = ['account', 'browse', 'reviews']

/**
 * `webpack --config one-bundle.config.mjs --env remotes=browse,reviews` bundles the shell and these remotes: a yardstick of
 * `npm run bench:web`.
 */
export default ({ remotes }) =>
  oneBundleConfig({
    folder: path.join(REPOSITORY, 'bench'),
    entry: path.join(REPOSITORY, 'shell/src/bootstrap.tsx'),
    alias: {
      '@module-federation/enhanced/runtime$': path.join(import.meta.dirname, 'linked-remote.mjs'),
      ...Object.fromEntries(
        REMOTES.map((name) => [
          `linked-${name}$`,
          remotes.split(',').includes(name)
            ? path.join(REPOSITORY, `mfe-${name}/src/remote.tsx`)
            : path.join(import.meta.dirname, 'not-linked.mjs'),
        ]),
      ),
    },
    publicPath: '/one-bundle/',
  })
