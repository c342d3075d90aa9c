import { once } from 'node:events'
import { createServer } from 'node:net'
import { CommandFailure } from '../command-failure'

/** A port on the loopback address that is free right now. */
export async function freePort(): Promise<number> {
  return portOf(await listenOnce(0))
}

/** This many ports, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
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
    return portOf(await listenOnce(port))
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? 'is in use' : 'cannot be used'
    throw new CommandFailure(
      `Port ${port} ${reason}: stop what listens there, or choose another one, for example PORT=${port + 1} npm start.`,
    )
  }
}

async function listenOnce(port: number) {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address
}

function portOf(address: Awaited<ReturnType<typeof listenOnce>>): number {
  if (!address || typeof address === 'string') throw new Error('not a TCP address')
  return address.port
}
