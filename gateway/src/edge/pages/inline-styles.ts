const STYLESHEET = /<link\b(?=[^>]*\brel="stylesheet")[^>]*?\shref="([^"]*)"[^>]*>/g
/** /mf/<app>/<version>/ */
const VERSION_FOLDER = /^(\/[^/]*){3}\//

/**
 * Replaces links to stylesheets by their texts, so that the first paint waits for nothing but the page. Scripts that need a
 * stylesheet find it by `data-href`, and do not load it.
 * @param styles texts by URL; links to others stay
 */
export const withInlineStyles = (html: string, styles: ReadonlyMap<string, string>): string =>
  html.replace(STYLESHEET, (link, url: string) => {
    const css = styles.get(url)
    return css === undefined ? link : `<style data-href="${url.replace(VERSION_FOLDER, '')}">${css}</style>`
  })
