import { type Registry } from '@offquad/contracts'
import { connectMongo } from '@offquad/service-kit'
import { createAppStatesRepository } from '../src/control-plane/deploys/app-states.repository'
import { type GatewayConfig } from '../src/config'

/** Makes exactly these versions live, as if their teams had deployed them; nothing is checked. */
export async function makeLive(
  { MONGODB_URI = '', MONGODB_DATABASE = '' }: Partial<GatewayConfig>,
  { apps }: Registry,
): Promise<void> {
  const connection = await connectMongo(MONGODB_URI, MONGODB_DATABASE)
  await createAppStatesRepository(connection).changeSite((site) => ({
    ...site,
    apps: new Map(
      apps.map(({ canary = null, ...stable }) => {
        const entry = {
          action: 'deploy' as const,
          version: stable.version,
          by: stable.app,
          date: new Date(0).toISOString(),
        }
        return [stable.app, { stable, canary, previous: [], setAside: [], bad: [], history: [entry] }]
      }),
    ),
  }))
  await connection.close()
}
