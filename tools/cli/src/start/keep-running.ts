import { say } from '../terminal'

interface OwnServer {
  pid: number | undefined
  /** Resolves with a sentence when it has ended, asked to or not. */
  ended: Promise<string>
  close(): Promise<void>
}

const RESTART_DELAY_MS = 1000

/** Starts a server of the system, and again whenever it ends. */
export async function keepRunning<Server extends OwnServer>(
  name: string,
  start: () => Promise<Server>,
  onRestart: () => void,
) {
  let isStopping = false
  const first = await start()
  let server = first
  let restarting = Promise.resolve()
  const watch = () =>
    void server.ended.then((reason) => {
      if (isStopping) return
      say(`${reason}; starting it again`)
      restartAfter(RESTART_DELAY_MS)
    })
  const restartAfter = (ms: number) => setTimeout(() => (restarting = restart()), ms)
  const restart = async () => {
    if (isStopping) return
    try {
      server = await start()
      onRestart()
      watch()
    } catch (error) {
      say(`${name} does not start again: ${(error as Error).message}`)
      restartAfter(RESTART_DELAY_MS * 5)
    }
  }
  watch()
  return {
    first,
    pid: () => server.pid,
    async stop() {
      isStopping = true
      // One that is just starting would outlive this process.
      await restarting
      await server.close()
    },
  }
}
