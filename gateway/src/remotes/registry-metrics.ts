import { Gauge } from 'prom-client'
import { type SiteProblem } from './assemble-site'
import { type RegistryEntry } from './registry-file'

const unserved = new Gauge({
  name: 'registry_app_unserved',
  help: 'Whether this gateway serves another version of an app than the registry says, or none',
  labelNames: ['remote'],
})

/** Measures which apps of the registry are not served as it says. */
export function observeRegistry(entries: readonly RegistryEntry[], problems: readonly SiteProblem[]): void {
  unserved.reset()
  for (const { name } of entries) unserved.set({ remote: name }, 0)
  for (const { app, isServed } of problems) if (!isServed) unserved.set({ remote: app }, 1)
}
