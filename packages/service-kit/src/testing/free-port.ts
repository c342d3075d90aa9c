import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

const FIRST_PORT = 11_000
const PORTS_OF_A_PROCESS = 100
// Another process may have reserved its ports for servers that are not listening yet.
const firstOfProcess = FIRST_PORT + PORTS_OF_A_PROCESS * (process.pid % 90)
let promised = randomInt(PORTS_OF_A_PROCESS)

/**
 * A free port on the loopback address for a process that starts within seconds: below those that platforms give to their
 * processes (from 20000) and operating systems to outgoing connections (from 32768).
 */
export async function freePort(): Promise<number> {
  for (;;) {
    promised = (promised + 1) % PORTS_OF_A_PROCESS
    const server = createServer().listen(firstOfProcess + promised, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    const address = server.address()
    server.close()
    if (isFree && address && typeof address === 'object') return address.port
  }
}

/** Distinct free ports, at most a hundred. */
export const freePorts = (count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, freePort))
