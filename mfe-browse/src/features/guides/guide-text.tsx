import { type GuideText } from '@offquad/contracts'
import { createElement, Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'

type Begin = Exclude<GuideText[number], string | null>
interface Open {
  begin?: Begin
  children: ReactNode[]
}

/** The elements of a guide's text, nested from its flat list of blocks. */
export function GuideBody({ text }: { text: GuideText }) {
  const root: Open = { children: [] }
  const open = [root]
  for (const part of text) {
    if (part === null) {
      const ended = open.pop()
      if (ended?.begin) (open.at(-1) ?? root).children.push(toElement(ended.begin, ended.children))
    } else if (typeof part === 'string') open.at(-1)?.children.push(part)
    else open.push({ begin: part, children: [] })
  }
  return createElement(Fragment, null, ...root.children)
}

const CLASSES: { [tag in Begin['tag']]?: string } = { blockquote: 'offquad-notice', table: 'offquad-table' }

function toElement({ tag, id, href }: Begin, children: ReactNode[]): ReactNode {
  if (tag !== 'a') return createElement(tag, { id, className: CLASSES[tag] }, ...children)
  if (href?.startsWith('/')) return createElement(Link, { to: href }, ...children)
  const rel = href?.startsWith('#') ? undefined : 'noopener nofollow'
  return createElement('a', { href, rel }, ...children)
}
