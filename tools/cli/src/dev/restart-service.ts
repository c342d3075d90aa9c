import { setTimeout as delay } from 'node:timers/promises'
import { CommandFailure } from '../command-failure'
import { JOIN_SIGNAL } from '../start/join-services'
import { workerNameOf } from '../start/platform-plan'
import { readRunFile, type RunningProcess } from '../start/run-file'
import { say } from '../terminal'

const TIMEOUT_MS = 30_000
/** Longer than services take to stop. */
const PATIENCE_MS = 12_000
const POLL_MS = 50

/**
 * Stops a service, and its worker where one runs, gracefully, so that the start command restarts them with the current
 * build, and waits until the service is ready. One that the platform does not run joins it.
 * @param folder of the service: 'svc-users'
 * @param dataDir of the running platform
 * @param patienceMs after which a service that ignores SIGTERM is killed
 * @throws CommandFailure when no platform runs, or the service does not get ready
 */
export async function restartService(
  folder: string,
  dataDir: string,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const { processes, pid } = await readRunFile(dataDir)
  if (processes.every(({ name }) => name !== folder)) {
    say(`${folder} is built; starting it in the running platform`)
    send(JOIN_SIGNAL, pid)
    await waitUntil(isReady, dataDir, folder, Date.now())
    return say(`${folder} is ready; the gateway forwards its calls within two seconds`)
  }
  const hasWorker = processes.some(({ name }) => name === workerNameOf(folder))
  const names = hasWorker ? [folder, workerNameOf(folder)] : [folder]
  const before = await Promise.all(names.map((name) => findProcess(dataDir, name)))
  const beganAt = Date.now()
  say(`${folder} is built; restarting ${names.join(' and ')}`)
  for (const { pid } of before) send('SIGTERM', pid)
  const insist = setTimeout(() => {
    say(`${names.join(' and ')} did not stop; killing what is left`)
    for (const { pid } of before) send('SIGKILL', pid)
  }, patienceMs)
  try {
    for (const { name, pid } of before) await waitUntil(isOtherThan(pid), dataDir, name, beganAt)
  } finally {
    clearTimeout(insist)
  }
  await waitUntil(isReady, dataDir, folder, beganAt)
  say(`${folder} is ready after ${Date.now() - beganAt} ms`)
}

async function findProcess(dataDir: string, name: string): Promise<RunningProcess> {
  const { processes } = await readRunFile(dataDir)
  return processes.find((process) => process.name === name) ?? { name, pid: 0, port: 0 }
}

function send(signal: NodeJS.Signals, pid: number): void {
  try {
    // 0 while it is being restarted: the next process loads the current build.
    if (pid > 0) process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

type Check = (current: RunningProcess) => unknown

const isOtherThan: (pid: number) => Check = (pid) => (current) => current.pid > 0 && current.pid !== pid

const isReady: Check = async ({ port }) =>
  port > 0 && (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok

async function waitUntil(check: Check, dataDir: string, name: string, beganAt: number): Promise<void> {
  while (!(await check(await findProcess(dataDir, name)))) {
    if (Date.now() - beganAt > TIMEOUT_MS)
      throw new CommandFailure(
        `${name} is not ready after ${TIMEOUT_MS / 1000} s: ${dataDir}/logs/${name}.log says why.`,
      )
    await delay(POLL_MS)
  }
}
