import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import path from 'node:path'

// Loaded into every process that `files-run.ts` measures: at each SIGWINCH it writes where the functions start that have run
// since the last one. NODE_V8_COVERAGE would write the blocks of all packages, for which the heaps of services are too small.
const { COVERAGE_DIR = '' } = process.env
const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

process.on('SIGWINCH', () =>
  session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
    const ran = result.map(({ url, functions }) => ({
      url,
      starts: functions.flatMap(({ ranges: [whole] }) => (whole.count > 0 ? whole.startOffset : [])),
    }))
    writeFileSync(path.join(COVERAGE_DIR, `${process.pid}.json`), JSON.stringify(ran))
  }),
)
