export const Bell = () => (
  <svg className="offquad-icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M6 10a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7M10 20.5h4" />
  </svg>
)
