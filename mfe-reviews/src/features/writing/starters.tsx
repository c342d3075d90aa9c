import { OutlineButton } from '@offquad/ui'

/** Topics that the next tenant wants to know about; each begins a sentence of the text. */
const STARTERS = ['Landlord replies', 'Heating', 'Noise', 'Deposit', 'Bills'] as const

export function Starters({ onStart }: { onStart: (topic: string) => void }) {
  return (
    <div
      className="reviews-form-starters offquad-cluster offquad-tight"
      role="group"
      aria-label="Begin to write about"
    >
      {STARTERS.map((topic) => (
        <OutlineButton
          key={topic}
          onClick={({ currentTarget }) => {
            onStart(topic)
            currentTarget.closest('form')?.querySelector('textarea')?.focus()
          }}
        >
          + {topic}
        </OutlineButton>
      ))}
    </div>
  )
}

/** The text with a line that begins with the topic. */
export const started = (text: string, topic: string): string =>
  `${text.trimEnd()}${text.trim() === '' ? '' : '\n'}${topic}: `

const BEGUN = new RegExp(`^(?:${STARTERS.join('|')}):`)
const BARE = new RegExp(`${BEGUN.source}\\s*$`)

/** The text without starters that no text follows. */
export function withoutBareStarters(text: string): string {
  const lines = text.split('\n')
  const isFollowed = (index: number) => {
    const next = lines.slice(index + 1).find((line) => line.trim() !== '')
    return next !== undefined && !BEGUN.test(next)
  }
  return lines.filter((line, index) => !BARE.test(line) || isFollowed(index)).join('\n')
}
