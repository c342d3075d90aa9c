const escapeHtml = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Says that there is no network, with links to the pages that open without one. */
export function offlinePage(kept: readonly { path: string; html: string }[]): Response {
  const links = kept.map(({ path, html }) => {
    const title = /<title>([^<]*)/.exec(html)?.[1] ?? path
    return `<li><p><a href="${escapeHtml(path)}">${escapeHtml(title)}</a></p></li>`
  })
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>You are offline</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style>body { font-family: system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem }</style></head>
<body><main><h1>You are offline</h1><p>This page opens once you are connected again.${links.length > 0 ? ' These open now:' : ''}</p>
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
