import { createRequire } from 'node:module'
import path from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import CompressionPlugin from 'compression-webpack-plugin'
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin'
import HtmlWebpackPlugin from 'html-webpack-plugin'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import { devServer, hotRemoteRule } from './dev-server.mjs'
import { PLATFORM_CHUNK, platformChunk } from './platform-chunk.mjs'
import { PreloadPlugin } from './preload-plugin.mjs'
import { CONTRACT_SOURCES } from './pure-declarations.mjs'
import { ReproducibleBuildPlugin } from './reproducible-build-plugin.mjs'
import { checkSharedParts, SHARED_PARTS } from './shared-parts.mjs'
import { installedVersion, versionsNeeded } from './shared-versions.mjs'
import { UsedContractsPlugin } from './used-contracts.mjs'

const require = createRequire(import.meta.url)

/** One copy on the page, whoever asks: the shell brings them, remotes take them. */
const SINGLETONS = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'react-router-dom',
  '@tanstack/react-query',
  '@offquad/ui',
  '@offquad/web-kit',
  // What the contracts are written in: too large to come with every remote.
  'typebox',
]

const RUNTIME_INJECTOR = require.resolve('@module-federation/inject-external-runtime-core-plugin')
const ROUTER = path.join(path.dirname(require.resolve('react-router/package.json')), 'dist/production')

/** Stands where the gateway puts the version it serves. */
const SHELL_PUBLIC_PATH = '/mf/shell/__VERSION__/'

/**
 * The webpack configuration of the shell: brings the shared packages, knows no remote before the registry names them.
 * @param {string} folder absolute path of the app's folder
 */
export const shellConfig =
  (folder) =>
  (env, { mode = 'production' }) => ({
    ...baseConfig(folder, mode),
    output: output(folder, mode),
    optimization: { ...optimization, splitChunks: { cacheGroups: { [PLATFORM_CHUNK]: platformChunk } } },
    plugins: [
      new ModuleFederationPlugin({
        ...federation('shell'),
        remotes: {},
        shared: sharedModules((name) => ({
          version: installedVersion(folder, name),
          eager: false,
          import: SHARED_PARTS[name] ?? name,
        })),
        experiments: { asyncStartup: true, provideExternalRuntime: true, optimization: { target: 'web' } },
      }),
      new HtmlWebpackPlugin({
        template: path.join(folder, 'src/index.html'),
        publicPath: SHELL_PUBLIC_PATH,
        // The template says where: the shell's own files are asked for before a remote's.
        inject: false,
        scriptLoading: 'defer',
        minify: false,
      }),
      new PreloadPlugin({ chunk: PLATFORM_CHUNK, publicPath: SHELL_PUBLIC_PATH }),
      new UsedContractsPlugin(folder),
      ...assetPlugins(mode),
    ],
  })

/**
 * The webpack configuration of a remote: exposes its one module and brings none of the shared packages.
 * @param {string} folder absolute path of the app's folder, named mfe-<name>
 */
export const remoteConfig =
  (folder) =>
  (env, { mode = env.WEBPACK_SERVE ? 'development' : 'production' }) => ({
    ...remoteBase(folder, mode, env),
    output: output(folder, mode),
    plugins: [
      new ModuleFederationPlugin({
        ...federation(path.basename(folder).replace('-', '_')),
        manifest: manifestOfRemote(folder, mode),
        filename: 'remote-entry.js',
        exposes: { './remote': './src/remote.tsx' },
        runtimePlugins: [path.join(import.meta.dirname, 'remote-files.mjs')],
        shared: sharedModules(() => ({ import: false })),
        experiments: { asyncStartup: true, externalRuntime: true, optimization: { target: 'web' } },
      }),
      new UsedContractsPlugin(folder),
      ...assetPlugins(mode),
    ],
    devServer: devServer(folder),
  })

/**
 * The webpack configuration of a page that is one bundle, without federation: what federated pages are measured against.
 * @param {{ folder: string, entry: string, alias: Record<string, string>, publicPath: string }} options `folder` is absolute
 *   and gets the files in dist; `entry` and the targets of `alias` are absolute, too
 */
export const oneBundleConfig = ({ folder, entry, alias, publicPath }) => {
  const base = baseConfig(folder, 'production')
  return {
    ...base,
    entry: { main: entry },
    output: { ...output(folder, 'production'), publicPath, filename: '[name].js' },
    resolve: { ...base.resolve, alias: { ...base.resolve.alias, ...alias } },
    plugins: assetPlugins('production'),
  }
}

function remoteBase(folder, mode, env) {
  checkSharedParts(folder)
  const base = baseConfig(folder, mode)
  if (!env.WEBPACK_SERVE) return base
  return { ...base, module: { ...base.module, rules: [hotRemoteRule(folder), ...base.module.rules] } }
}

const federation = (name) => ({
  name,
  manifest: true,
  dts: false,
  dev: false,
  shareStrategy: 'loaded-first',
})

const sharedModules = (optionsOf) =>
  Object.fromEntries(
    SINGLETONS.map((name) => [name, { singleton: true, requiredVersion: false, ...optionsOf(name) }]),
  )

/**
 * Writes into a remote's manifest which versions of the shared packages it works with; the gateway compares them with
 * those the shell brings. At run time nothing is compared: what is served has been.
 */
function manifestOfRemote(folder, mode) {
  // While a slice is developed, what it imports need not be on record yet.
  if (mode !== 'production') return true
  const needed = versionsNeeded(folder, SINGLETONS)
  return {
    additionalData: ({ stats }) => {
      for (const shared of stats.shared) {
        const { range, lowest } = needed[shared.name] ?? {}
        if (range) shared.requiredVersion = range
        // Of the version it is built against only what it uses counts: the rest would change its bytes for nothing.
        if (lowest) shared.version = lowest
      }
      return stats
    },
  }
}

const output = (folder, mode) => ({
  path: path.join(folder, 'dist'),
  // Files find each other beside the script that asks: an app runs under any version's folder.
  publicPath: 'auto',
  filename: mode === 'production' ? '[name].[contenthash:8].js' : '[name].js',
  chunkFilename: mode === 'production' ? '[name].[contenthash:8].js' : '[name].js',
  assetModuleFilename: '[name].[contenthash:8][ext]',
  uniqueName: path.basename(folder),
  clean: true,
})

const baseConfig = (folder, mode) => ({
  context: folder,
  mode,
  target: ['web', 'es2022'],
  entry: { main: './src/index.ts' },
  // Pages allow no eval. Scripts do not name their maps: these are for the team, the public gets none.
  devtool: mode === 'production' ? 'hidden-source-map' : 'cheap-module-source-map',
  cache: {
    type: 'filesystem',
    cacheDirectory: path.join(folder, 'node_modules/.cache/webpack'),
    // What a loader of this package makes of a module is cached, too.
    buildDependencies: { buildKit: [`${import.meta.dirname}${path.sep}`] },
  },
  resolve: {
    extensions: ['.tsx', '.ts', '.js'],
    alias: {
      // The plugin names the CommonJS build, which brings a second copy of the whole federation runtime.
      [RUNTIME_INJECTOR]: RUNTIME_INJECTOR.replace(/\.cjs$/, '.js'),
      // By default it is the build with warnings for developers.
      'react-router$': path.join(ROUTER, 'index.mjs'),
      'react-router/dom$': path.join(ROUTER, 'dom-export.mjs'),
      // They have builds for browsers, but leave it to whoever imports them to name these.
      'csv-parse$': 'csv-parse/browser/esm',
      'csv-stringify/sync$': 'csv-stringify/browser/esm/sync',
    },
  },
  performance: { hints: false },
  stats: 'errors-warnings',
  infrastructureLogging: { level: mode === 'production' ? 'error' : 'info' },
  module: {
    rules: [
      { test: /\.tsx?$/, use: { loader: require.resolve('swc-loader'), options: swcOptions } },
      stylesRule(folder),
      {
        test: CONTRACT_SOURCES,
        enforce: 'pre',
        use: path.join(import.meta.dirname, 'pure-declarations-loader.mjs'),
      },
      { test: /\.(svg|png|webp|woff2)$/, type: 'asset/resource' },
      // They have none, and do not say so: what no one imports may be left out.
      { test: /[\\/](@rc-component|@ant-design|typebox)[\\/].+\.m?js$/, sideEffects: false },
    ],
  },
  optimization,
})

const stylesRule = (folder) => ({
  test: /\.css$/,
  sideEffects: true,
  use: [
    MiniCssExtractPlugin.loader,
    // Files that a stylesheet imports go through the loader below, too.
    { loader: require.resolve('css-loader'), options: { importLoaders: 1 } },
    { loader: path.join(import.meta.dirname, 'styles-loader.mjs'), options: { folder } },
  ],
})

/**
 * Short names in a fixed order. Terser's own order follows how often each letter occurs in a file, and the file holds
 * provisional hashes then, of whole sources: an unused endpoint would rename variables. Runs in a worker: it sees
 * nothing of this module.
 */
const steadyNames = {
  get(index) {
    const letters = 'etnrisoacdlufphmvgybwxSTCRAEkIMLPDNOFBjHqUGzVWKXYJQZ$_0123456789'
    let name = ''
    let rest = index + 1
    // No name begins with a digit.
    let base = 54
    do {
      rest -= 1
      name += letters[rest % base]
      rest = Math.floor(rest / base)
      base = 64
    } while (rest > 0)
    return name
  },
}

const optimization = {
  moduleIds: 'deterministic',
  minimizer: ['...', new CssMinimizerPlugin()],
  minimizeOptions: {
    javascript: { compress: { passes: 2 }, mangle: { nth_identifier: steadyNames } },
    // The gateway's markers in index.html are comments.
    html: false,
  },
}

const swcOptions = {
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    // A slice under development is shown by React as it is deployed, whose JSX it must speak.
    transform: { react: { runtime: 'automatic', development: false } },
    target: 'es2022',
  },
}

function assetPlugins(mode) {
  const stylesheets = new MiniCssExtractPlugin({
    filename: mode === 'production' ? '[name].[contenthash:8].css' : '[name].css',
    chunkFilename: mode === 'production' ? '[name].[contenthash:8].css' : '[name].css',
  })
  if (mode !== 'production') return [stylesheets]
  const test = /^(?!\.build-).*\.(js|css|svg|json)$/
  return [
    stylesheets,
    new ReproducibleBuildPlugin(),
    new CompressionPlugin({ test, algorithm: 'brotliCompress', filename: '[path][base].br', threshold: 512 }),
    new CompressionPlugin({ test, algorithm: 'gzip', filename: '[path][base].gz', threshold: 512 }),
  ]
}
