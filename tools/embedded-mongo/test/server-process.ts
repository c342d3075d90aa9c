import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

const folder = join(__dirname, '..')

function spawnMain(env: Record<string, string>, { fileKilobytes, heapMegabytes }: Limits = {}): ChildProcess {
  const heap = heapMegabytes === undefined ? '' : `--max-old-space-size=${heapMegabytes}`
  const command = `exec node ${heap} --import tsx src/main.ts`
  // The shell's limit makes writes past a file size fail, as they do on a full disk.
  const limited = fileKilobytes === undefined ? command : `ulimit -f ${fileKilobytes}; ${command}`
  return spawn('bash', ['-c', limited], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

export interface ServerProcess {
  uri: string
  /** Ends the process with a signal and resolves when it is gone, with its exit code. */
  stop(signal: NodeJS.Signals): Promise<number | null>
}

interface Limits {
  /** The size of a file, as on a full disk. */
  fileKilobytes?: number
  heapMegabytes?: number
}

/** Starts src/main.ts as a process of its own on a directory and waits for the line with its address. */
export async function startProcess(directory: string, limits: Limits = {}): Promise<ServerProcess> {
  const child = spawnMain({ EMBEDDED_MONGO_DIR: directory }, limits)
  const errors = child.stderr ? text(child.stderr) : ''
  if (!child.stdout) throw new Error('no output to read the address from')
  for await (const line of createInterface(child.stdout)) {
    const uri = /^embedded-mongo listening on (mongodb:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1]
    if (uri === undefined) continue
    const stop = async (signal: NodeJS.Signals) => {
      const exited = once(child, 'exit')
      child.kill(signal)
      const [code] = await exited
      return code as number | null
    }
    return { uri, stop }
  }
  throw new Error(`embedded-mongo did not start: ${await errors}`)
}

/** Runs src/main.ts when it is expected to give up by itself. */
export async function runToExit(
  env: Record<string, string>,
): Promise<{ code: number | null; stderr: string }> {
  const child = spawnMain(env)
  const [stderr, [code]] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'exit')])
  return { code: code as number | null, stderr }
}
