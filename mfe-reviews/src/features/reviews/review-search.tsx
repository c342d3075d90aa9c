import './reviews.css'
import { MAX_REVIEW_QUERY } from '@offquad/contracts'
import { useEffect, useId, useRef, useState } from 'react'

const SETTLE_MS = 300

interface ReviewSearchProps {
  value: string
  onChange: (value: string) => void
}

/** A search in the texts, which runs when typing pauses. */
export function ReviewSearch({ value, onChange }: ReviewSearchProps) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (value === sent.current) return
    // Changed elsewhere, by Back or "Clear filters": that wins over what is typed.
    sent.current = value
    clearTimeout(timer.current)
    setTyped(value)
  }, [value])

  function send(text: string): void {
    clearTimeout(timer.current)
    const next = text.trim()
    if (next === sent.current) return
    sent.current = next
    onChange(next)
  }

  return (
    <form
      className="reviews-search"
      onSubmit={(event) => {
        event.preventDefault()
        send(typed)
      }}
    >
      <label htmlFor={id} className="offquad-visually-hidden">
        Search in reviews
      </label>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="10.5" cy="10.5" r="6.5" />
        <path d="m15.5 15.5 5 5" />
      </svg>
      <input
        id={id}
        type="search"
        value={typed}
        placeholder="Search in reviews"
        maxLength={MAX_REVIEW_QUERY}
        autoComplete="off"
        enterKeyHint="search"
        onChange={({ target }) => {
          setTyped(target.value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => send(target.value), SETTLE_MS)
        }}
      />
    </form>
  )
}
