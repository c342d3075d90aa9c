import { withInlineStyles } from './inline-styles'

const LINK = '<link rel="stylesheet" data-href="platform.1a.css" href="/mf/shell/1/platform.1a.css">'

describe('the stylesheets of a rendered page', () => {
  it('stand in the page, under the names by which scripts look for them', () => {
    const styles = new Map([
      ['/mf/shell/1/platform.1a.css', 'a{color:red}'],
      ['/mf/mfe-browse/2/page.2b.css', 'b{content:"$&"}'],
    ])
    const html = `<head>${LINK}\n<link rel="stylesheet" href="/mf/mfe-browse/2/page.2b.css"></head>`

    expect(withInlineStyles(html, styles)).toBe(
      '<head><style data-href="platform.1a.css">a{color:red}</style>\n<style data-href="page.2b.css">b{content:"$&"}</style></head>',
    )
  })

  it('stay links where their texts are unknown', () => {
    expect(withInlineStyles(LINK, new Map())).toBe(LINK)
  })

  it('are not confused with other links', () => {
    const html = '<link rel="preload" as="style" href="/mf/shell/1/platform.1a.css">'

    expect(withInlineStyles(html, new Map([['/mf/shell/1/platform.1a.css', 'a{}']]))).toBe(html)
  })
})
