import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A free port on the loopback address for a process that starts within seconds: below those that platforms give to their
 * processes (from 20000) and operating systems to outgoing connections (from 32768).
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(randomInt(11_000, 20_000), '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    const address = server.address()
    server.close()
    if (isFree && address && typeof address === 'object') return address.port
  }
}

/** As many free ports, none of them twice. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}
