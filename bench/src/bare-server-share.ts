import { compare } from './load'
import { startBareServer } from './processes'
import { reportShare } from './report'

/**
 * Compares a path of the gateway with a bare Fastify process that sends the same bytes.
 * @param url of the gateway
 * @param bar only printed
 * @returns the gateway's share of the bare process's requests per second; 0 when a request failed
 */
export async function benchPath(url: string, target: string, bar: number): Promise<number> {
  const bare = await startBareServer(url, [target])
  try {
    const measured = await compare([
      { name: 'bare Fastify', url: bare.url + target },
      { name: 'gateway', url: url + target },
    ])
    return reportShare(`GET ${target}`, measured, bar)
  } finally {
    await bare.stop()
  }
}
