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

interface Outcomes {
  failures: number
}

const RETRY_MS = 10 * 60_000

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
  schedule: BackupSchedule,
  address: { HOST: string; METRICS_PORT: number },
): Promise<ScheduledBackups> {
  const outcomes: Outcomes = { failures: 0 }
  const stopping = new AbortController()
  const { port, close } = await serveMetrics(schedule.folder, outcomes, address)
  const running = run(schedule, outcomes, stopping.signal)
  return {
    port,
    async close() {
      stopping.abort()
      await running
      close()
    },
  }
}

async function run(schedule: BackupSchedule, outcomes: Outcomes, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const waitMs = await writeIfDue(schedule, outcomes)
    await delay(waitMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Resolves with how long to wait for the next one. */
async function writeIfDue(
  { folder, everyMs, keep, write, log }: BackupSchedule,
  outcomes: Outcomes,
): Promise<number> {
  try {
    const [newest] = await listBackups(folder)
    const dueInMs = newest ? newest.at + everyMs - Date.now() : 0
    if (dueInMs > 0) return dueInMs
    await removeOldBackups(folder, keep)
    const { file, counts, contents } = await write(path.join(folder, backupName()))
    await removeOldBackups(folder, keep)
    log({ file, counts, contents }, 'backup written')
    return everyMs
  } catch (error) {
    outcomes.failures += 1
    log({ level: 50, err: String((error as Error).stack ?? error) }, 'backup failed')
    return Math.min(RETRY_MS, everyMs)
  }
}

async function serveMetrics(
  folder: string,
  outcomes: Outcomes,
  { HOST, METRICS_PORT }: { HOST: string; METRICS_PORT: number },
) {
  const server = createServer((request, response) => {
    if (request.url === '/healthz' || request.url === '/readyz') return response.end('{"status":"ok"}')
    if (request.url !== '/metrics') return response.writeHead(404).end()
    describeMetrics(folder, outcomes).then(
      (text) => response.setHeader('content-type', 'text/plain; version=0.0.4').end(text),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  server.listen(METRICS_PORT, HOST)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** From the files themselves, so that a restart forgets nothing. Without any backup the time is 0, which is long ago. */
async function describeMetrics(folder: string, { failures }: Outcomes): Promise<string> {
  const backups = await listBackups(folder)
  const [newest] = backups
  return [
    [
      'backup_last_success_timestamp_seconds',
      'gauge',
      'When the newest backup was complete',
      (newest?.at ?? 0) / 1000,
    ],
    ['backup_last_size_bytes', 'gauge', 'Size of the newest backup', newest?.bytes ?? 0],
    ['backup_stored', 'gauge', 'How many backups there are', backups.length],
    ['backup_failures_total', 'counter', 'Backups that failed since the start', failures],
  ]
    .map(
      ([name, type, help, value]) =>
        `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name}{app="backup"} ${value}\n`,
    )
    .join('')
}
