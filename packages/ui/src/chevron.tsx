/** An arrow down, for buttons that open more content. */
export const Chevron = () => (
  <svg viewBox="0 0 12 8" width="11" height="8" aria-hidden="true">
    <path d="m1 1.5 5 5 5-5" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  </svg>
)
