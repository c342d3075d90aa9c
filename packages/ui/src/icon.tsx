/** A line drawing. @param path of its lines, in a square of 24 */
export const Icon = ({ path }: { path: string }) => (
  <svg className="offquad-icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
)
