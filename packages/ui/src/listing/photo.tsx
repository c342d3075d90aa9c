import './listing.css'
import { useState } from 'react'
import { DrawnHouse } from './drawn-house'

interface PhotoProps {
  /** URL of the picture; without it, or when it cannot be loaded, a drawn house is shown. */
  src?: string
  /** The same picture in several widths, of which the browser chooses by `sizes`. */
  srcSet?: string
  /** The width at which it is shown: '(max-width: 600px) 100vw, 800px'. */
  sizes?: string
  alt: string
  /** Seed of the drawn house. */
  seed: string
  /** Loads it eagerly and before everything else, for the first pictures of a page. */
  isEager?: boolean
}

/** A picture that fills its parent. */
export function Photo({ src, srcSet, sizes, alt, seed, isEager = false }: PhotoProps) {
  const [failedSrc, setFailedSrc] = useState<string>()
  if (!src || failedSrc === src)
    return (
      <span className="offquad-photo offquad-fill" role="img" aria-label={`No picture of ${alt} yet`}>
        <DrawnHouse seed={seed} />
      </span>
    )
  return (
    <span className="offquad-photo offquad-fill">
      <img
        src={src}
        srcSet={srcSet}
        sizes={srcSet && sizes}
        alt={alt}
        loading={isEager ? 'eager' : 'lazy'}
        fetchPriority={isEager ? 'high' : undefined}
        decoding="async"
        onLoad={({ currentTarget }) => !isEager && fadeIn(currentTarget)}
        onError={() => setFailedSrc(src)}
      />
    </span>
  )
}

/** Fades in from the placeholder's color. Not for the first pictures of a page, whose largest paint it would delay. */
function fadeIn(image: HTMLImageElement): void {
  if (matchMedia('(prefers-reduced-motion: no-preference)').matches) image.animate?.({ opacity: [0, 1] }, 180)
}
