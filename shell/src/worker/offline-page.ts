const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

export interface KeptPage {
  path: string
  html: string
  /** The title that the page set once it had its data, if its HTML has none. */
  title: string | undefined
}

/** Explains that the site cannot be reached, with links to the stored pages. */
export function offlinePage(kept: readonly KeptPage[]): Response {
  const links = kept.map(({ path, html, title }) => {
    const shown = title === undefined ? /<title>([^<]*)/.exec(html)?.[1] : escapeHtml(title)
    // Page titles begin with the product's name.
    const name = shown?.replace(/^[^|]* \| /, '') ?? escapeHtml(path)
    return `<li><a href="${escapeHtml(path)}" dir="auto">${name}</a></li>`
  })
  const title = navigator.onLine ? 'The site cannot be reached' : 'You are offline'
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 15vh auto; padding: 0 1.5rem }
h1 { line-height: 1.2 } ul { list-style: none; padding: 0 } a { display: block; padding: 0.75rem 1rem; margin-top: 0.5rem; color: inherit; border: 1px solid #8886; border-radius: 0.75rem; text-decoration: none }</style></head>
<body><main><h1>${title}</h1><p>This page opens once you are connected again.${links.length > 0 ? ' These open now:' : ''}</p>
<ul>${links.join('')}</ul></main></body></html>`
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    },
  })
}
