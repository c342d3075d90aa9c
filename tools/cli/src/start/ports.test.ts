import { createServer } from 'node:net'
import { once } from 'node:events'
import { claimPorts, type ClaimedPorts, FIRST_EPHEMERAL_PORT } from './ports'

const claims: ClaimedPorts[] = []
afterEach(() => Promise.all(claims.splice(0).map((claim) => claim.release())))

async function claim(): Promise<ClaimedPorts> {
  const claimed = await claimPorts()
  claims.push(claimed)
  return claimed
}

async function take(ports: ClaimedPorts, count: number): Promise<number[]> {
  const taken: number[] = []
  while (taken.length < count) taken.push(await ports.next())
  return taken
}

describe('the ports of a platform', () => {
  it('are not given to other platforms before anything listens on them, nor to outgoing connections', async () => {
    const platforms = await Promise.all([claim(), claim(), claim()])
    const ports = (await Promise.all(platforms.map((platform) => take(platform, 20)))).flat()

    expect(new Set(ports).size).toBe(60)
    for (const port of ports) expect(port).toBeLessThan(FIRST_EPHEMERAL_PORT)
  })

  it('are never ones that something listens on', async () => {
    const released = await claim()
    const [first = 0] = await take(released, 1)
    const other = createServer().listen(first, '127.0.0.1')
    await once(other, 'listening')
    await released.release()

    const ports = await take(await claim(), 10)

    other.close()
    expect(ports).not.toContain(first)
  })

  it('come from several blocks when a platform has many processes', async () => {
    const ports = await take(await claim(), 150)

    expect(new Set(ports).size).toBe(150)
  })

  it('are available to others once they are released', async () => {
    const before = await claim()
    const ports = await take(before, 3)
    await before.release()

    expect(await take(await claim(), 3)).toEqual(ports)
  })
})
