import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { CommandFailure } from '../command-failure'

export interface ClaimedPorts {
  /** Another free port of the loopback address, which no other platform gets. */
  next(): Promise<number>
  release(): Promise<void>
}

/** Remembers the port of each name. */
export function portsByName({ next }: Pick<ClaimedPorts, 'next'>): (name: string) => Promise<number> {
  const ports = new Map<string, Promise<number>>()
  return (name) => {
    const port = ports.get(name) ?? next()
    ports.set(name, port)
    return port
  }
}

/** Operating systems give ports from here on to outgoing connections: Linux from 32768, macOS and Windows from 49152. */
export const FIRST_EPHEMERAL_PORT = 32_768
const FIRST_PORT = 20_000
const BLOCK_SIZE = 100

/**
 * Claims ports for one platform. Nothing else may take a port before its process listens on it or while that process restarts.
 * So the ports below the ephemeral ones are divided into blocks, and a platform listens on the first port of each of its
 * blocks for as long as it runs.
 * @throws CommandFailure, as `next` does, when every block is claimed
 */
export async function claimPorts(): Promise<ClaimedPorts> {
  const locks: Server[] = []
  let nextBlock = FIRST_PORT
  let candidates: number[] = []
  const claimBlock = async () => {
    while (nextBlock + BLOCK_SIZE <= FIRST_EPHEMERAL_PORT) {
      const first = nextBlock
      nextBlock += BLOCK_SIZE
      const lock = await listen(first).catch(() => undefined)
      if (!lock) continue
      locks.push(lock)
      candidates = Array.from({ length: BLOCK_SIZE - 1 }, (_, index) => first + 1 + index)
      return
    }
    throw new CommandFailure(
      `All ports from ${FIRST_PORT} to ${FIRST_EPHEMERAL_PORT} are claimed. Stop another platform on this machine.`,
    )
  }
  await claimBlock()
  return {
    async next() {
      for (;;) {
        const port = candidates.shift()
        if (port === undefined) await claimBlock()
        else if (await isFree(port)) return port
      }
    },
    async release() {
      await Promise.all(locks.splice(0).map(close))
    },
  }
}

/**
 * The gateway's port, if it is valid and free.
 * @throws CommandFailure that says what to do
 */
export async function checkGatewayPort(text: string): Promise<number> {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new CommandFailure(`PORT must be a number from 1 to 65535, not "${text}".`)
  try {
    await close(await listen(port))
    return port
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? 'is in use' : 'cannot be used'
    throw new CommandFailure(
      `Port ${port} ${reason}: stop what listens there, or choose another one, for example PORT=${port + 1} npm start.`,
    )
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = await listen(port).catch(() => undefined)
  if (server) await close(server)
  return server !== undefined
}

async function listen(port: number): Promise<Server> {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function close(server: Server): Promise<void> {
  server.close()
  await once(server, 'close')
}
