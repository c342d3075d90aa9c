import { type LiveApp, type ServedState } from '@offquad/contracts'
import { describeProblem, type ServedSite } from '../registry/assemble-site'

/** Whether a gateway serves the live version of an app and its canary; if not, why. */
export function servedStateIn(
  { apps, problems }: Pick<ServedSite, 'apps' | 'problems'>,
  live: LiveApp,
): ServedState {
  const served = apps.find(({ app }) => app === live.app)
  const isServed = served?.version === live.version && served.canary?.version === live.canary?.version
  const reasons = problems.filter(({ app, isServed: isShown }) => app === live.app && !isShown)
  return {
    isServed,
    ...(served && { version: served.version }),
    ...(!isServed && {
      problem: reasons.map(describeProblem).join('; ') || 'this gateway has not loaded it yet',
    }),
  }
}
