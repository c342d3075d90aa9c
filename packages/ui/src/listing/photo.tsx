import './listing.css'
import { useState } from 'react'
import { DrawnHouse } from './drawn-house'

interface PhotoProps {
  /** Absent where there is no picture: a drawn house takes its place, as when the picture cannot be loaded. */
  src?: string
  alt: string
  /** Chooses the drawn house. */
  seed: string
  /** Above the fold: loaded at once. */
  isEager?: boolean
}

/** A picture that fills its frame; the frame's shape is the parent's. */
export function Photo({ src, alt, seed, isEager = false }: PhotoProps) {
  const [failedSrc, setFailedSrc] = useState<string>()
  if (!src || failedSrc === src)
    return (
      <span className="offquad-photo" role="img" aria-label={`No picture of ${alt} yet`}>
        <DrawnHouse seed={seed} />
      </span>
    )
  return (
    <span className="offquad-photo">
      <img
        src={src}
        alt={alt}
        loading={isEager ? 'eager' : 'lazy'}
        decoding="async"
        onError={() => setFailedSrc(src)}
      />
    </span>
  )
}
