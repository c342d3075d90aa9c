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
        <Bone height={20} width="38%" />
        <Lines count={rows} />
      </div>
    </div>
  )
}

export function Bone({ height, width = '100%' }: { height: number; width?: string }) {
  return <div className="offquad-bone" style={{ height, width }} />
}

/** Lines of a text, the last one shorter. */
export const Lines = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, line) => (
    <Bone key={line} height={18} width={line === count - 1 ? '60%' : '100%'} />
  ))
