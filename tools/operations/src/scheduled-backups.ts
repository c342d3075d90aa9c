import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { backupName, listBackups, removeOldBackups } from './backup-folder'
import { type WrittenBackup } from './write-backup'

export interface BackupSchedule {
  folder: string
  everyMs: number
  keep: number
  /** Writes a backup into a file. */
  write: (file: string) => Promise<WrittenBackup>
  log: (fields: Record<string, unknown>, message: string) => void
}

const RETRY_MS = 10 * 60_000
/** Timers run at once when they are given more than 24.8 days. */
const MAX_WAIT_MS = 86_400_000

export interface ScheduledBackups {
  /** Where /metrics, /healthz and /readyz are. */
  port: number
  /** Ends with the backup that is being written, if any. */
  close(): Promise<void>
}

/**
 * Writes a backup whenever the newest one is older than the interval, at once after a start that comes too late, and keeps
 * the newest ones. A failure is logged, counted and tried again after ten minutes.
 * @param address where to serve metrics; port 0 for a free one
 */
export async function scheduleBackups(
  { folder, everyMs, keep, write, log }: BackupSchedule,
  { HOST, METRICS_PORT }: { HOST: string; METRICS_PORT: number },
): Promise<ScheduledBackups> {
  let numFailures = 0
  const stopping = new AbortController()
  const server = createServer((request, response) => {
    if (request.url === '/healthz' || request.url === '/readyz') return response.end('{"status":"ok"}')
    if (request.url !== '/metrics') return response.writeHead(404).end()
    describeMetrics(folder, numFailures).then(
      (text) => response.setHeader('content-type', 'text/plain; version=0.0.4').end(text),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  }).listen(METRICS_PORT, HOST)
  await once(server, 'listening')

  /** Resolves with how long to wait for the next one. */
  async function writeIfDue(): Promise<number> {
    try {
      const [newest] = await listBackups(folder)
      const dueInMs = newest ? newest.at + everyMs - Date.now() : 0
      if (dueInMs > 0) return Math.min(dueInMs, MAX_WAIT_MS)
      await removeOldBackups(folder, keep)
      const { file, counts, contents } = await write(path.join(folder, backupName()))
      await removeOldBackups(folder, keep)
      log({ file, counts, contents }, 'backup written')
      return Math.min(everyMs, MAX_WAIT_MS)
    } catch (error) {
      numFailures += 1
      log({ level: 50, err: String((error as Error).stack ?? error) }, 'backup failed')
      return Math.min(RETRY_MS, everyMs)
    }
  }
  async function run(): Promise<void> {
    const { signal } = stopping
    while (!signal.aborted) await delay(await writeIfDue(), undefined, { signal }).catch(() => undefined)
  }
  const running = run()

  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      stopping.abort()
      await running
      server.close()
      server.closeAllConnections()
    },
  }
}

/** From the files themselves, so that a restart forgets nothing. Without any backup the time is 0, which is long ago. */
async function describeMetrics(folder: string, numFailures: number): Promise<string> {
  const [newest] = await listBackups(folder)
  return `# TYPE backup_last_success_timestamp_seconds gauge
backup_last_success_timestamp_seconds{app="backup"} ${(newest?.at ?? 0) / 1000}
# TYPE backup_failures_total counter
backup_failures_total{app="backup"} ${numFailures}
`
}
