import { contactHref, guideSlugOf, GUIDE_TAGS, type GuideText, type RenderedGuide } from '@offquad/contracts'
import MarkdownIt from 'markdown-it'

const WORDS_PER_MINUTE = 200

// HTML in the source is shown as text, and so are links that `hrefOf` does not allow.
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: true })
markdown.validateLink = (url) => hrefOf(url) !== undefined

/** A path or fragment of this site, a URL of a site, or an e-mail address without parameters. */
function hrefOf(url: string): string | undefined {
  if (/^(#|\/(?![/\\]|%5c))/i.test(url)) return url
  return /^(https?|mailto):/i.test(url) ? contactHref(url) : undefined
}

type Token = ReturnType<typeof markdown.parse>[number]
type Tag = (typeof GUIDE_TAGS)[number]
const isTag = (tag: string): tag is Tag => GUIDE_TAGS.some((allowed) => allowed === tag)

/** Renders a guide's Markdown for readers. Headings begin at the second level and skip no level. */
export function renderGuide(body: string): RenderedGuide {
  const text: GuideText = []
  const contents: RenderedGuide['contents'] = []
  const ids = new Set<string>()
  /** The open tags; undefined: a tag that is left out. */
  const open: (Tag | undefined)[] = []
  let level = 1
  let words = 0

  function begin(tag: string, { token, title }: { token?: Token; title?: string } = {}): void {
    const shown = token?.hidden || !isTag(tag) ? undefined : tag
    open.push(shown)
    if (shown === undefined) return
    const href = hrefOf(String(token?.attrGet('href') ?? ''))
    const id = title === undefined ? undefined : uniqueId(title, ids)
    text.push({ tag: shown, ...(id !== undefined && { id }), ...(shown === 'a' && { href }) })
    if (shown === 'h2' && id !== undefined && title) contents.push({ id, title })
  }

  function end(): void {
    if (open.pop() !== undefined) text.push(null)
  }

  function write(content: string): void {
    if (content === '') return
    words += content.split(/\s+/).filter(Boolean).length
    text.push(content)
  }

  function element(tag: string, content = ''): void {
    begin(tag)
    write(content)
    end()
  }

  function walk(tokens: readonly Token[]): void {
    tokens.forEach((token, index) => {
      if (token.type === 'heading_open') {
        level = Math.min(Math.max(Number(token.tag.slice(1)), 2), level + 1, 4)
        begin(`h${level}`, { title: textOf(tokens[index + 1]) })
      } else if (token.nesting === 1) begin(token.tag, { token })
      else if (token.nesting === -1) end()
      else if (token.type === 'inline') walk(token.children ?? [])
      else if (token.type === 'softbreak') write('\n')
      else if (token.type === 'hardbreak') element('br')
      else if (token.type === 'hr') element('hr')
      else if (token.type === 'code_inline') element('code', token.content)
      else if (token.type === 'fence' || token.type === 'code_block') element('pre', token.content)
      // Includes descriptions of pictures, which are not shown.
      else write(token.content)
    })
  }

  walk(markdown.parse(body, {}))
  return { text, contents, minutes: Math.max(1, Math.round(words / WORDS_PER_MINUTE)) }
}

const textOf = (heading: Token | undefined): string =>
  (heading?.children ?? []).map(({ content }) => content).join('')

/** Ids of other elements of the page do not begin with 'about-'. */
function uniqueId(title: string, ids: Set<string>): string {
  const base = `about-${guideSlugOf(title)}`
  let id = base
  for (let number = 2; ids.has(id); number += 1) id = `${base}-${number}`
  ids.add(id)
  return id
}
