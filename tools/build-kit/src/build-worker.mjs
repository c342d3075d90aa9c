/**
 * A process that builds apps one after the other: compilers load once, and are warm from the second app on. It is sent the app's
 * folder (absolute), and answers with why the app does not build, or with nothing.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import webpack from 'webpack'

/** Settles once the caches of what was built are written, for which nobody needs to wait. */
let caching = Promise.resolve()

// The process that requested the builds needs no more of them, or has ended.
process.on('disconnect', () => void caching.then(() => process.exit()))

process.on('message', async (folder) => {
  process.chdir(folder)
  const failure = await build(folder).catch((error) => String(error?.stack ?? error))
  process.send({ failure })
})

async function build(folder) {
  const ofFrontend = path.join(folder, 'webpack.config.mjs')
  const isFrontend = existsSync(ofFrontend)
  const config = await import(pathToFileURL(isFrontend ? ofFrontend : path.join(folder, 'build.config.mjs')))
  // The build.config.mjs of a process bundles it when it is loaded.
  return isFrontend ? runWebpack(config.default({}, { mode: 'production' })) : undefined
}

async function runWebpack(config) {
  const compiler = webpack(config)
  const stats = await new Promise((resolve, reject) => {
    compiler.run((error, made) => (error ? reject(error) : resolve(made)))
  })
  const closed = new Promise((resolve) => compiler.close(resolve))
  caching = caching.then(() => closed)
  return stats.hasErrors() ? stats.toString('errors-warnings') : undefined
}
