import './listing.css'
import { useState } from 'react'
import { DrawnHouse } from './drawn-house'

interface PhotoProps {
  /** Without it, or when it cannot be loaded, a drawn house is shown. */
  src?: string
  alt: string
  /** Seed of the drawn house. */
  seed: string
  /** Loads it eagerly, for pictures above the fold. */
  isEager?: boolean
}

/** A picture that fills its parent. */
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
        fetchPriority={isEager ? 'high' : undefined}
        decoding="async"
        onError={() => setFailedSrc(src)}
      />
    </span>
  )
}
