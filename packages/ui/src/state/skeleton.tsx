import './skeleton.css'

interface SkeletonProps {
  /** Lines below the title. */
  paragraph?: { rows?: number }
  /** Has no effect: it always moves. */
  active?: boolean
}

/** The placeholder of a title and a text that are loading. */
export function Skeleton({ paragraph: { rows = 3 } = {} }: SkeletonProps) {
  return (
    <div className="offquad-bone-list" aria-hidden="true">
      <div>
        <div className="offquad-bone" style={{ height: 20, width: '38%' }} />
        {Array.from({ length: rows }, (_, line) => (
          <div
            key={line}
            className="offquad-bone"
            style={{ height: 18, width: line === rows - 1 ? '60%' : '100%' }}
          />
        ))}
      </div>
    </div>
  )
}
