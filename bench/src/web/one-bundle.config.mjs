import path from 'node:path'
import { oneBundleConfig } from '@offquad/build-kit/webpack'

const REPOSITORY = path.resolve(import.meta.dirname, '../../..')

/** `webpack --config one-bundle.config.mjs --env remote=browse` bundles the shell and that remote: the baseline of `npm run bench:web`. */
export default ({ remote }) =>
  oneBundleConfig({
    folder: path.join(REPOSITORY, 'bench'),
    entry: path.join(REPOSITORY, 'shell/src/bootstrap.tsx'),
    alias: {
      '@module-federation/enhanced/runtime$': path.join(import.meta.dirname, 'linked-remote.mjs'),
      'the-remote$': path.join(REPOSITORY, `mfe-${remote}/src/remote.tsx`),
    },
    publicPath: '/one-bundle/',
  })
