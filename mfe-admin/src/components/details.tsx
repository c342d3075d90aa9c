import { type ReactNode, useState } from 'react'

/** Renders its content, and thereby loads its data, once it is expanded. */
export function Details({ summary, children }: { summary: string; children: () => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="offquad-summary">{summary}</summary>
      {isOpen && children()}
    </details>
  )
}
