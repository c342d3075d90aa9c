import { type GuideText } from '@offquad/contracts'
import { renderGuide } from './render-guide'

type Element = Exclude<GuideText[number], string | null>
const isElement = (part: GuideText[number]): part is Element => typeof part === 'object' && part !== null

const partsOf = (body: string) => renderGuide(body).text
const wordsOf = (body: string) => partsOf(body).filter((part) => typeof part === 'string')
const linksOf = (body: string) => partsOf(body).flatMap((part) => (isElement(part) && part.href) || [])

/** The rendered guide as an outline: 'p(A strong(b))'. */
const outlineOf = (body: string): string =>
  partsOf(body)
    .map((part) => (part === null ? ')' : typeof part === 'string' ? part : `${part.tag}(`))
    .join('')

describe('the text of a guide', () => {
  it('has paragraphs, lists, quotes, tables, code and lines', () => {
    expect(outlineOf('One **two** *three* `4`\nfive')).toBe('p(One strong(two) em(three) code(4)\nfive)')
    expect(outlineOf('- a\n- b\n\n1. c')).toBe('ul(li(a)li(b))ol(li(c))')
    expect(outlineOf('> Ask.\n\n---')).toBe('blockquote(p(Ask.))hr()')
    expect(outlineOf('| A | B |\n|--|--|\n| 1 | 2 |')).toBe(
      'table(thead(tr(th(A)th(B)))tbody(tr(td(1)td(2))))',
    )
    expect(outlineOf('```js\nx < y\n```')).toBe('pre(x < y\n)')
    expect(outlineOf('one  \ntwo')).toBe('p(onebr()two)')
  })

  it('has headings from the second level on, without gaps, that can be linked to', () => {
    const { text, contents } = renderGuide('# Rent\n\n#### Late *fees*\n\n## Rent\n\n###### Deep\n\n## 家')

    expect(text.filter(isElement).filter(({ tag }) => tag.startsWith('h'))).toEqual([
      { tag: 'h2', id: 'about-rent' },
      { tag: 'h3', id: 'about-late-fees' },
      { tag: 'h2', id: 'about-rent-2' },
      { tag: 'h3', id: 'about-deep' },
      { tag: 'h2', id: 'about-' },
    ])
    expect(contents).toEqual([
      { id: 'about-rent', title: 'Rent' },
      { id: 'about-rent-2', title: 'Rent' },
      { id: 'about-', title: '家' },
    ])
  })

  it('links to sites, e-mail addresses and this site', () => {
    expect(
      linksOf('[a](https://example.org/x) [b](/faq?q=1) [c](#about-rent) <https://example.org>'),
    ).toEqual(['https://example.org/x', '/faq?q=1', '#about-rent', 'https://example.org'])
    expect(linksOf('[a](mailto:ann@example.org?bcc=all@example.org)')).toEqual(['mailto:ann@example.org'])
  })

  it('shows the description of a picture in its place', () => {
    expect(outlineOf('![A signed lease](https://example.org/a.png)')).toBe('p(A signed lease)')
  })

  it('takes as long to read as its words, at least a minute', () => {
    expect(renderGuide('').minutes).toBe(1)
    expect(renderGuide('word '.repeat(1000)).minutes).toBe(5)
  })
})

const HTML = [
  '<script>alert(1)</script>',
  '<SCRIPT/SRC=//evil.test/x.js>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<style>body{display:none}</style>',
  '<!--><script>alert(1)</script>-->',
  '<div\n\nonclick="alert(1)">',
  '> - <b onmouseover=alert(1)>nested</b>',
  '**<script>alert(1)</script>**',
  '```html\n<script>alert(1)</script>\n```',
]

const ADDRESSES = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '&#106;avascript:alert(1)',
  'javascript&colon;alert(1)',
  '\u0001javascript:alert(1)',
  'java\u200bscript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'data:image/svg+xml,x',
  'file:///etc/passwd',
  'blob:https://offquad.test/x',
  '//evil.test',
  '/\\evil.test',
  '/\\\\evil.test',
  '\\\\evil.test',
  'tel:911',
  'mailto:a@b.example,c@d.example',
  'https:',
  'relative',
]

describe('an attack in a guide', () => {
  it.each(HTML)('is text and nothing else: %s', (attack) => {
    expect(partsOf(attack).filter(isElement)).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ tag: 'a' })]),
    )
    expect(wordsOf(attack).join('')).toContain('<')
  })

  it.each(ADDRESSES)('is no link: %j', (address) => {
    for (const body of [
      `[x](${address})`,
      `[x](<${address}>)`,
      `<${address}>`,
      `[x]: ${address}\n\n[x]`,
      `[![x](${address})](${address})`,
      `- > [**x**](${address} "title")`,
    ])
      expect(linksOf(body)).toEqual([])
  })

  it.each([
    ['quotes', '> '.repeat(20_000)],
    ['lists', '- '.repeat(20_000)],
    ['brackets', '['.repeat(50_000)],
    ['links in links', '[a]('.repeat(15_000)],
    ['emphasis', '*a **'.repeat(12_000)],
    ['backticks', '`a``b'.repeat(12_000)],
    ['angles', '<a '.repeat(20_000)],
    ['entities', '&#x'.repeat(20_000)],
    ['one word', 'x'.repeat(60_000)],
    ['rows', '|a'.repeat(30_000)],
    ['dashes', '---\n'.repeat(15_000)],
  ])('does not hold the service up: many %s', (_name, body) => {
    const begin = performance.now()

    const { text } = renderGuide(body)

    expect(performance.now() - begin).toBeLessThan(3_000)
    let depth = 0
    for (const part of text) {
      if (part === null) depth -= 1
      else if (isElement(part)) depth += 1
      expect(depth).toBeLessThan(250)
    }
    expect(depth).toBe(0)
  })
})
