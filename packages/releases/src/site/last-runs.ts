import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type PublishedApp, versionsOf } from '@offquad/contracts'
import { type FastifyBaseLogger } from 'fastify'
import { publishedOf, type RegistryEntry } from './registry-file'

interface Served {
  since: number
  versions: PublishedApp[]
}

/** In the folder of deployed frontends, one file per gateway. */
interface RunsFile {
  /** The process that runs, or that ended without being asked to. */
  process?: string
  /** When processes were found to have crashed. */
  crashes: number[]
  /** The versions to serve, the latest first, then those before. */
  served: Served[]
}

const CRASHES = 2
const WITHIN_MS = 60_000
/** Versions that were served for longer than this did not cause the crashes. */
const SUSPECT_MS = 86_400_000
const SIGNALS = ['SIGTERM', 'SIGINT'] as const
const PROCESS = randomUUID()
const REASON = 'this gateway crashed twice within a minute after it had changed'

const keyOf = ({ app, version }: PublishedApp): string => `${app}@${version}`

export type LastRuns = ReturnType<typeof openLastRuns>

/**
 * Remembers what this gateway was to serve, so that a version that ends the gateway is served twice at most. It is tried again
 * after an orderly restart, and a newer one of its app is served at once.
 */
export function openLastRuns(
  { MF_DIR, PORT }: { MF_DIR: string; PORT: number },
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
) {
  const file = path.join(MF_DIR, `.gateway-${os.hostname()}-${PORT}.json`)
  const now = Date.now()
  let runs = read(file)
  const hasCrashed = runs.process !== undefined && runs.process !== PROCESS
  const crashes = [...runs.crashes, ...(hasCrashed ? [now] : [])].filter((at) => now - at < WITHIN_MS)
  const isHolding = crashes.length >= CRASHES
  const [last, before] = runs.served
  const isSuspect = isHolding && last && before && now - last.since < SUSPECT_MS
  const versionsBefore = isSuspect ? before.versions : []
  // The live version of an app comes before its canary, and wins here.
  const good = new Map(versionsBefore.toReversed().map((version) => [version.app, version]))
  const keysBefore = new Set(versionsBefore.map(keyOf))
  const held = new Set((isSuspect ? last.versions : []).map(keyOf).filter((key) => !keysBefore.has(key)))
  const isHeld = (version: PublishedApp) => held.has(keyOf(version))
  /** When this process last began to serve something else. */
  let changedAt = -Infinity
  runs = { ...runs, process: PROCESS, crashes: isHolding ? [] : crashes }
  if (isSuspect) runs.served = [before]
  if (isHolding)
    log.error(
      { held: [...held] },
      'started without what changed last, because of two crashes within a minute',
    )
  write()

  function write(): void {
    try {
      writeFileSync(`${file}.partial`, JSON.stringify(runs))
      renameSync(`${file}.partial`, file)
    } catch (err) {
      log.warn({ err }, 'storing what is served failed; after crashes it would be served again')
    }
  }

  function remember(entries: readonly RegistryEntry[]): void {
    const versions = entries.flatMap(({ name, live }) =>
      live ? versionsOf(live).map(publishedOf) : (good.get(name) ?? []),
    )
    const [newest, ...older] = runs.served
    if (newest?.versions.map(keyOf).join() === versions.map(keyOf).join()) return
    const since = Date.now()
    // Any change within a minute may be the one that crashes the gateway, so they count as one; so does the first deploy of all apps.
    const isSameChange = newest !== undefined && since - changedAt < WITHIN_MS
    const served = isSameChange
      ? [{ since: newest.since, versions }, ...older]
      : [{ since, versions }, ...runs.served]
    if (!isSameChange) changedAt = since
    runs = { ...runs, served: served.slice(0, 2) }
    write()
  }

  const stopped = () => {
    runs = { crashes: [], served: runs.served }
    write()
  }
  for (const signal of SIGNALS) process.once(signal, stopped)

  return {
    /** Nothing from before this date may be previewed. */
    heldSince: new Date(isHolding ? now : 0),
    /** Adds the versions before the ones that are left out. */
    withReplacements: (lastServed: ReadonlyMap<string, PublishedApp>): ReadonlyMap<string, PublishedApp> =>
      new Map(
        [...lastServed].flatMap(([app, version]): [string, PublishedApp][] => {
          const replacement = isHeld(version) ? good.get(app) : version
          return replacement ? [[app, replacement]] : []
        }),
      ),
    /** Without the versions that changed last before the crashes. */
    withoutHeld(entries: readonly RegistryEntry[]): RegistryEntry[] {
      const next = entries.map((entry): RegistryEntry => {
        const { name, live } = entry
        if (!live) return entry
        if (isHeld(live)) return { name, problem: REASON }
        if (!live.canary || !isHeld(live.canary)) return entry
        const { canary, ...stable } = live
        return { name, live: stable, problem: `its canary ${canary.version} is not served: ${REASON}` }
      })
      remember(next)
      return next
    },
    close() {
      for (const signal of SIGNALS) process.off(signal, stopped)
    },
  }
}

function read(file: string): RunsFile {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RunsFile
  } catch {
    return { crashes: [], served: [] }
  }
}
