/** A line drawing. @param path of its lines, on a 24 by 24 grid */
export const Icon = ({ path }: { path: string }) => (
  <svg className="offquad-icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
)
