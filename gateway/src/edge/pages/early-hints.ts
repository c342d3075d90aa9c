const TAG = /<(link|script)\b[^>]*>/g

/**
 * The files that browsers may load before the page itself arrives (103 Early Hints, RFC 8297), from the beginning of its HTML.
 * Those of low priority are left out: a hint has none, so they would come before what the first paint needs.
 * @returns values of the Link header
 */
export const earlyHintsOf = (opening: string): string[] =>
  [...opening.matchAll(TAG)].flatMap(([tag, name]) => {
    const url = valueOf(tag, name === 'script' ? 'src' : 'href')
    const kind = name === 'script' ? 'script' : kindOf(tag)
    if (!url?.startsWith('/') || !kind || valueOf(tag, 'fetchpriority') === 'low') return []
    return [`<${url}>; rel=preload; as=${kind}${/\bcrossorigin\b/.test(tag) ? '; crossorigin' : ''}`]
  })

function kindOf(link: string): string | undefined {
  const relation = valueOf(link, 'rel')
  if (relation === 'stylesheet') return 'style'
  return relation === 'preload' ? valueOf(link, 'as') : undefined
}

const valueOf = (tag: string, attribute: string): string | undefined =>
  new RegExp(`\\b${attribute}="([^"]*)"`).exec(tag)?.[1]
