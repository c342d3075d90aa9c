import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import CompressionPlugin from 'compression-webpack-plugin'
import HtmlWebpackPlugin from 'html-webpack-plugin'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import MinimizerPlugin from 'minimizer-webpack-plugin'
import { addedFile } from './added-file.mjs'
import { devServer, hotRemoteRule } from './dev-server.mjs'
import { filesOfPages, stylesOfRemote } from './page-chunks.mjs'
import { PLATFORM_CHUNK, platformChunk } from './platform-chunk.mjs'
import { CONTRACT_SOURCES } from './pure-declarations.mjs'
import { ReproducibleBuildPlugin } from './reproducible-build-plugin.mjs'
import {
  bundleServerPart,
  NO_FEDERATION,
  SERVER_FILE,
  sourceOfRemote,
  sourceOfShell,
} from './server-part.mjs'
import { checkSharedParts, SHARED_PARTS } from './shared-parts.mjs'
import { installedVersion, versionsNeeded } from './shared-versions.mjs'
import { bundleEarlyProgram, bundleWorker, pageOfShell } from './shell-page.mjs'
import { USED_CONTRACTS_NOTE, usedContracts } from './used-contracts.mjs'

const require = createRequire(import.meta.url)

/** Packages with a single copy on the page: the shell provides them, remotes consume them. */
const SINGLETONS = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'react-router-dom',
  '@tanstack/react-query',
  '@offquad/ui',
  '@offquad/web-kit',
  // The contracts use it, and it is too large to bundle with every remote.
  'typebox',
]

const federationConstants = require(
  path.join(
    path.dirname(require.resolve('@module-federation/enhanced/webpack')),
    'lib/container/constant.js',
  ),
)
const RUNTIME_INJECTOR = require.resolve('@module-federation/inject-external-runtime-core-plugin')
const TYPEBOX = path.dirname(require.resolve('typebox'))
const TYPEBOX_FORMATS = path.join(TYPEBOX, 'format/_registry.mjs')
/** The folder of a package that another package depends on. */
const modulesOf = (name, dependent) => path.dirname(createRequire(require.resolve(dependent)).resolve(name))
const REACT_QUERY = path.dirname(require.resolve('@tanstack/react-query'))
const QUERY_CORE = modulesOf('@tanstack/query-core', '@tanstack/react-query')
const FEDERATION = modulesOf('@module-federation/runtime-core', '@module-federation/enhanced')
const TYPEBOX_REST = path.join(import.meta.dirname, 'shared/typebox-rest.mjs')
const NO_DEHYDRATION = path.join(import.meta.dirname, 'shared/no-dehydration.mjs')
const ROUTER = path.join(path.dirname(require.resolve('react-router/package.json')), 'dist/production')

/** Changes with what cached modules depend on beside their sources: the loaders of this package, and all packages. */
const COMPILERS = hashOf([
  path.join(path.dirname(require.resolve('webpack/package.json')), '../.package-lock.json'),
  ...readdirSync(import.meta.dirname, { recursive: true })
    .filter((file) => file.endsWith('.mjs'))
    .toSorted()
    .map((file) => path.join(import.meta.dirname, file)),
])

function hashOf(files) {
  const sum = createHash('sha256')
  for (const file of files) sum.update(readFileSync(file))
  return sum.digest('hex')
}

/** The gateway replaces the placeholder by the version it serves. */
const SHELL_PUBLIC_PATH = '/mf/shell/__VERSION__/'

/**
 * The webpack configuration of the shell: it provides the shared packages, and learns about remotes from the registry only.
 * @param {string} folder absolute path of the app's folder
 */
export const shellConfig =
  (folder) =>
  (env, { mode = 'production' }) => {
    const early = bundleEarlyProgram(folder)
    return {
      ...baseConfig(folder, mode),
      output: output(folder, mode),
      optimization: { ...optimization, splitChunks: { cacheGroups: { [PLATFORM_CHUNK]: platformChunk } } },
      plugins: [
        new ModuleFederationPlugin({
          ...federation(folder),
          manifest: { additionalData: pageOfShell(early, PLATFORM_CHUNK) },
          remotes: {},
          shared: sharedModules((name) => ({
            version: installedVersion(folder, name),
            eager: false,
            import: SHARED_PARTS[name] ?? name,
          })),
          experiments: { asyncStartup: true, provideExternalRuntime: true, optimization: runtimeParts },
        }),
        new HtmlWebpackPlugin({
          template: path.join(folder, 'src/index.html'),
          publicPath: SHELL_PUBLIC_PATH,
          templateParameters: { early },
          // The gateway puts the tags into a slot, those of the shell's files before those of a remote's.
          inject: false,
          minify: false,
        }),
        addedFile('worker.js', () => bundleWorker(folder)),
        ...serverPart(mode, {
          folder,
          source: sourceOfShell(SINGLETONS, SHARED_PARTS),
          alias: { '@module-federation/enhanced/runtime': NO_FEDERATION },
        }),
        ...assetPlugins(folder, mode),
      ],
    }
  }

/**
 * The webpack configuration of a remote: it exposes one module and contains none of the shared packages.
 * @param {string} folder absolute path of the app's folder, named mfe-<name>
 */
export const remoteConfig =
  (folder) =>
  (env, { mode = env.WEBPACK_SERVE ? 'development' : 'production' }) => ({
    ...remoteBase(folder, mode, env),
    output: output(folder, mode),
    optimization: { ...optimization, splitChunks: { cacheGroups: { styles: stylesOfRemote } } },
    plugins: [
      new ModuleFederationPlugin({
        ...federation(folder),
        manifest: manifestOfRemote(folder, mode),
        filename: 'remote-entry.js',
        exposes: { './remote': './src/remote.tsx' },
        runtimePlugins: [path.join(import.meta.dirname, 'remote-files.mjs')],
        shared: sharedModules(() => ({ import: false })),
        experiments: { asyncStartup: true, externalRuntime: true, optimization: runtimeParts },
      }),
      ...serverPart(hasPublicContent(folder) ? mode : 'none', {
        folder,
        source: sourceOfRemote(),
        external: SINGLETONS,
      }),
      ...assetPlugins(folder, mode),
    ],
    devServer: devServer(folder),
  })

function remoteBase(folder, mode, env) {
  checkSharedParts(folder)
  const base = baseConfig(folder, mode)
  if (!env.WEBPACK_SERVE) return base
  return { ...base, module: { ...base.module, rules: [hotRemoteRule(folder), ...base.module.rules] } }
}

function federation(folder) {
  // The plugin writes a module that it adds to the app here. By default it uses the folder of the first app that a process builds,
  // so that the files of the other apps would depend on the order of builds.
  federationConstants.TEMP_DIR = path.join(folder, 'node_modules/.federation')
  return {
    name: path.basename(folder).replace('-', '_'),
    manifest: true,
    dts: false,
    dev: false,
    shareStrategy: 'loaded-first',
  }
}

/** Without the code that reads manifests in the browser: the page's registry has the entry of each remote. */
const runtimeParts = { target: 'web', disableSnapshot: true }

const sharedModules = (optionsOf) =>
  Object.fromEntries(
    SINGLETONS.map((name) => [name, { singleton: true, requiredVersion: false, ...optionsOf(name) }]),
  )

/**
 * Writes into the manifest of a remote which additional files each page needs, and the versions of the shared packages that it
 * works with. The gateway preloads the files, and compares the versions with the shell's at deploy time, so the browser does
 * not have to.
 */
function manifestOfRemote(folder, mode) {
  // During development, imported exports need not be recorded yet.
  if (mode !== 'production') return true
  const needed = versionsNeeded(folder, SINGLETONS)
  return {
    additionalData: ({ stats, compilation }) => {
      const pages = filesOfPages(folder, compilation)
      const ofPages = new Set(Object.values(pages).flat())
      stats.metaData.pages = pages
      // The plugin treats named chunks as parts of the remote itself.
      for (const { assets } of stats.exposes)
        assets.js.sync = assets.js.sync.filter((file) => !ofPages.has(file))
      for (const shared of stats.shared) {
        const { range, lowest } = needed[shared.name] ?? {}
        if (range) shared.requiredVersion = range
        // Not the version it is built against, which would change the bytes of the build without need.
        if (lowest) shared.version = lowest
      }
      return stats
    },
  }
}

/** Whether anyone may see something of a remote: a page that is the same for everyone, or a slot. */
function hasPublicContent(folder) {
  const { routes, slots } = JSON.parse(readFileSync(path.join(folder, 'remote.json'), 'utf8'))
  return slots.length > 0 || routes.some(({ isPublic }) => isPublic)
}

/** While a slice is developed, its pages are rendered in the browser. */
const serverPart = (mode, options) =>
  // Webpack's minimizer works on what is served to browsers.
  mode === 'production' ? [addedFile(SERVER_FILE, () => bundleServerPart(options), { minimized: true })] : []

const output = (folder, mode) => ({
  path: path.join(folder, 'dist'),
  // Files are resolved relative to the script, so that an app works in the folder of any version.
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
  // The content security policy forbids eval. Scripts do not reference their source maps, which are not public.
  devtool: mode === 'production' ? 'hidden-source-map' : 'cheap-module-source-map',
  cache: {
    type: 'filesystem',
    cacheDirectory: path.join(folder, 'node_modules/.cache/webpack'),
    version: COMPILERS,
    // Finding every file of webpack's own takes a third of a first build.
    buildDependencies: { defaultWebpack: [] },
  },
  resolve: {
    extensions: ['.tsx', '.ts', '.js'],
    alias: {
      // The plugin refers to the CommonJS build, which contains a second copy of the whole federation runtime.
      [RUNTIME_INJECTOR]: RUNTIME_INJECTOR.replace(/\.cjs$/, '.js'),
      // The default is the development build with warnings.
      'react-router$': path.join(ROUTER, 'index.mjs'),
      [TYPEBOX_FORMATS]: path.join(import.meta.dirname, 'shared/typebox-formats.mjs'),
      [path.join(TYPEBOX, 'schema/resolve/resolve.mjs')]: TYPEBOX_REST,
      [path.join(TYPEBOX, 'system/hashing/hash.mjs')]: TYPEBOX_REST,
      [path.join(QUERY_CORE, 'hydration.js')]: NO_DEHYDRATION,
      [path.join(QUERY_CORE, 'streamedQuery.js')]: NO_DEHYDRATION,
      [path.join(REACT_QUERY, 'HydrationBoundary.js')]: NO_DEHYDRATION,
      [path.join(FEDERATION, 'plugins/snapshot/SnapshotHandler.js')]: path.join(
        import.meta.dirname,
        'shared/no-manifests.mjs',
      ),
      // Its browser build has to be imported explicitly.
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
      // Drawings that modules import become part of the document, where they follow the theme.
      { test: /\.svg$/, issuer: /\.tsx?$/, type: 'asset/source' },
      { test: /\.svg$/, issuer: { not: /\.tsx?$/ }, type: 'asset/resource' },
      { test: /\.(png|webp|woff2|webmanifest)$/, type: 'asset/resource' },
      // The manifest says its name.
      { test: /[\\/]app-icon\.png$/, generator: { filename: '[base]' } },
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
    // Imported stylesheets pass through the loader below as well.
    { loader: require.resolve('css-loader'), options: { importLoaders: 1 } },
    { loader: path.join(import.meta.dirname, 'styles-loader.mjs'), options: { folder } },
  ],
})

/**
 * Has Chromium compile all functions of a script while it loads, in another thread, instead of each when it is first called
 * (v8.dev/blog/explicit-compile-hints). Scripts are split by what a page needs, so it needs most of their functions: a phone's
 * tasks that block input shrink by a third to a half. Other browsers ignore it.
 */
const COMPILE_AHEAD = '//# allFunctionsCalledOnLoad\n'

const optimization = {
  moduleIds: 'deterministic',
  minimizer: [
    new MinimizerPlugin({
      minify: MinimizerPlugin.swcMinify,
      minimizerOptions: {
        compress: { passes: 2 },
        // Names in a fixed order: how often letters occur depends on provisional hashes of whole sources, so that an unused
        // endpoint would rename variables.
        mangle: { disableCharFreq: true },
        format: { preamble: COMPILE_AHEAD },
      },
      // Both minimizers have threads of their own.
      parallel: false,
    }),
    new MinimizerPlugin({ test: /\.css$/, minify: MinimizerPlugin.esbuildMinifyCss, parallel: false }),
  ],
}

const swcOptions = {
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    // A slice under development runs with the deployed production build of React, which lacks the development JSX runtime.
    transform: { react: { runtime: 'automatic', development: false } },
    target: 'es2022',
  },
}

function assetPlugins(folder, mode) {
  const stylesheets = new MiniCssExtractPlugin({
    filename: mode === 'production' ? '[name].[contenthash:8].css' : '[name].css',
    chunkFilename: mode === 'production' ? '[name].[contenthash:8].css' : '[name].css',
  })
  if (mode !== 'production') return [stylesheets]
  const test = /^(?!\.build-).*\.(js|css|svg|json)$/
  return [
    stylesheets,
    new ReproducibleBuildPlugin(),
    addedFile(USED_CONTRACTS_NOTE, () => JSON.stringify(usedContracts(folder))),
    new CompressionPlugin({ test, algorithm: 'brotliCompress', filename: '[path][base].br', threshold: 512 }),
    new CompressionPlugin({ test, algorithm: 'gzip', filename: '[path][base].gz', threshold: 512 }),
  ]
}
