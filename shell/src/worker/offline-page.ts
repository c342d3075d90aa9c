const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

export interface KeptPage {
  path: string
  html: string
  /** The title that the page set once it had its data, if its HTML has none. */
  title: string | undefined
}

const OPEN_ONCE_CONNECTED = "addEventListener('online', () => location.reload())"
const SCRIPT_HASH = 'sha256-QKF0Q/YsneKow7kg/PriG48RTfuOdZ4NgTZtXK8KPAU='

/** Explains that the site cannot be reached, with links to the stored pages. */
export function offlinePage(kept: readonly KeptPage[]): Response {
  const links = kept.map(({ path, html, title }) => {
    const shown = title === undefined ? /<title>([^<]*)/.exec(html)?.[1] : escapeHtml(title)
    // Page titles begin with the product's name.
    const name = shown?.replace(/^[^|]* \| /, '') ?? escapeHtml(path)
    return `<li><a href="${escapeHtml(path)}" dir="auto">${name}</a></li>`
  })
  const title = navigator.onLine ? 'The site cannot be reached' : 'You are offline'
  // Each kept page has the university's name for the product, and its color.
  const page = kept[0]?.html ?? ''
  const product = /<title>([^<|]*) \|/.exec(page)?.[1] ?? ''
  const brand = /--offquad-brand:(#\w+)/.exec(page)?.[1] ?? '#b31b1b'
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style>body { font: 16px/24px system-ui, sans-serif; margin: 0; color: light-dark(#1d1b1a, #f1edea); background: light-dark(#fff, #151413) }
header { display: flex; align-items: center; gap: 12px; height: 72px; padding: 0 24px; font-size: 20px; font-weight: 700; letter-spacing: -0.02em; border-bottom: 1px solid light-dark(#e6e1dc, #34312e) }
main { max-width: 36rem; margin: 48px auto; padding: 0 24px } h1 { font-size: 32px; line-height: 38px; letter-spacing: -0.02em } ul { list-style: none; padding: 0 }
main a { display: block; padding: 12px 16px; margin-top: 8px; color: inherit; border: 1px solid light-dark(#938a82, #857c74); border-radius: 10px; text-decoration: none }
main p > a { display: inline-block; margin: 0; padding: 10px 20px; color: #fff; background: ${brand}; border-color: transparent; font-weight: 600 }</style></head>
<body><header><svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="${brand}"/><path d="M6 16 16 7l10 9v10h-7v-7h-6v7H6z" fill="#fff"/></svg>${product}</header>
<main><h1>${title}</h1><p>${navigator.onLine ? 'Please try again in a moment.' : 'This page opens once you are connected again.'}</p><p><a href="">Try again</a></p>
${links.length > 0 ? `<p>These open now:</p><ul>${links.join('')}</ul>` : ''}</main><script>${OPEN_ONCE_CONNECTED}</script></body></html>`
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; script-src '${SCRIPT_HASH}'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'`,
    },
  })
}
