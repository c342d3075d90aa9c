import { useState } from 'react'

export type ModerationView = 'list' | 'single'

const KEY = 'offquad/moderation-view'

/** Whether reviews are shown in a list or one at a time; this browser remembers it. */
export function useModerationView(): [ModerationView, (view: ModerationView) => void] {
  const [view, setView] = useState<ModerationView>(read)
  return [
    view,
    (next) => {
      setView(next)
      try {
        localStorage.setItem(KEY, next)
      } catch {
        // A browser that stores nothing forgets it.
      }
    },
  ]
}

function read(): ModerationView {
  try {
    return localStorage.getItem(KEY) === 'single' ? 'single' : 'list'
  } catch {
    return 'list'
  }
}
