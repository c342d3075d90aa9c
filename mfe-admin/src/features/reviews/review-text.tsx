import './reviews.css'
import { type ReviewFlag } from '@offquad/contracts'
import { type ReactNode } from 'react'

/** What an author wrote, with the passages marked that a flag is about. */
export function ReviewText({ text, flags }: { text: string; flags: ReviewFlag[] }) {
  return <p className="admin-text">{markPassages(text, flags)}</p>
}

function markPassages(text: string, flags: ReviewFlag[]): ReactNode[] {
  const passages = [...new Set(flags.flatMap(({ passage }) => passage || []))]
  if (passages.length === 0) return [text]
  // Longer ones first: "Mr. Grant" before "Grant".
  const pattern = passages
    .toSorted((a, b) => b.length - a.length)
    .map((passage) => passage.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')
  return text
    .split(new RegExp(`(${pattern})`))
    .map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))
}
