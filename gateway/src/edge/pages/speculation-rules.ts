import { type Registry } from '@offquad/contracts'

/**
 * Has browsers load public pages ahead, as long as the shell has not taken over, after which links load no documents
 * (wicg.github.io/nav-speculation/speculation-rules.html): a page whose link is hovered is fetched, one whose link is pressed is
 * rendered.
 * @returns undefined when no page is public
 */
export function speculationRules({ apps }: Registry): string | undefined {
  const paths = apps.flatMap(({ remote }) =>
    (remote?.routes ?? []).filter(({ isPublic }) => isPublic).map((route) => route.path),
  )
  if (paths.length === 0) return undefined
  const where = { and: [{ href_matches: paths }, { not: { selector_matches: '[href^="#"],[target]' } }] }
  return JSON.stringify({
    prefetch: [{ where, eagerness: 'moderate' }],
    prerender: [{ where, eagerness: 'conservative' }],
  })
}
