import { type Releases, type ShownVersions } from '@offquad/releases'
import { type Services } from './services'

/** Cache key prefix for the version of a service that a visitor gets: '' for the version that everyone gets. */
export type VariantOf = (service: string) => string

export type Variants = ReturnType<typeof createVariants>

/** Visitors who get the canary of a slice get the version of a service that is tried with it, in their pages and calls. */
export function createVariants(
  { upstreams }: Pick<Services, 'upstreams'>,
  releases: Pick<Releases, 'currentSite'>,
) {
  // After its promotion, its visitors go on with the service that it was tried with, until all requests go there.
  const triedCanaries = new WeakMap<object, string>()
  return {
    among:
      (shown: () => ShownVersions): VariantOf =>
      (service) => {
        const trial = upstreams[service]?.trial
        if (trial?.partner === undefined) return ''
        const { canary } = releases.currentSite().apps.find(({ app }) => app === trial.partner) ?? {}
        if (canary) triedCanaries.set(trial, canary.version)
        const tried = triedCanaries.get(trial)
        const getsCanary = shown().versions.some(
          ({ app: { app, version } }) => app === trial.partner && version === tried,
        )
        return getsCanary ? `${trial.instance.url} ` : ''
      },
  }
}
