import { recordSurface } from './released-surface.mjs'

try {
  recordSurface(process.cwd())
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
