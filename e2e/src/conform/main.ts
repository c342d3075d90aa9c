import { parseArgs } from 'node:util'
import { closeBrowser } from '../browser'
import { openDemoPlatform } from '../screens/data-sets'
import { findFaults } from './conform'
import { placesOf, REMOTES, slotsWithoutHost } from './places'
import { describeConformity } from './report'

const { values, positionals } = parseArgs({
  options: { cycles: { type: 'string', default: '50' } },
  allowPositionals: true,
})
const app = positionals[0] ?? ''
if (!REMOTES.includes(app)) throw new Error(`Start this command with -w mfe-<name>: ${REMOTES.join(', ')}.`)
const cycles = Number(values.cycles)
const platform = await openDemoPlatform()
try {
  const places = placesOf(app)
  const faults = await findFaults({ platform, app, cycles }, places)
  process.stdout.write(
    `${describeConformity({
      app,
      places: places.map(({ name }) => name),
      cycles,
      faults,
      unknown: slotsWithoutHost(app),
    })}\n`,
  )
  if (faults.length > 0) process.exitCode = 1
} finally {
  await closeBrowser()
  await platform.close()
}
