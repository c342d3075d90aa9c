import './photos.css'
import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../button/icon-button'
import { Photo } from '../listing/photo'

export interface PhotoSlidesProps {
  /** Name of the apartment or landlord. */
  title: string
  photos: string[]
  /** The pictures in several widths, if available. */
  srcSets?: (string | undefined)[]
  /** Seed of the drawn house that replaces a picture which cannot be loaded. */
  seed: string
  startIndex: number
}

export function PhotoSlides({ title, photos, srcSets = [], seed, startIndex }: PhotoSlidesProps) {
  const first = Math.min(Math.max(startIndex, 0), Math.max(photos.length - 1, 0))
  const [viewport, carousel] = useEmblaCarousel({ startIndex: first })
  const [index, setIndex] = useState(first)
  const root = useRef<HTMLDivElement>(null)
  const thumbs = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Arrow keys work at once, without finding a button first.
    root.current?.focus()
  }, [])
  useEffect(() => {
    // `void`: newer browsers return a promise, which React would take for a cleanup.
    void thumbs.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [index])
  useEffect(() => {
    const follow = () => setIndex(carousel?.selectedScrollSnap() ?? 0)
    carousel?.on('select', follow)
    return () => void carousel?.off('select', follow)
  }, [carousel])

  function show(next: number): void {
    const target = Math.min(Math.max(next, 0), photos.length - 1)
    setIndex(target)
    carousel?.scrollTo(target)
  }

  return (
    <div
      ref={root}
      role="group"
      aria-roledescription="carousel"
      aria-label={title}
      tabIndex={-1}
      className="offquad-carousel-root"
      onKeyDown={(event) => {
        const target = {
          ArrowLeft: index - 1,
          ArrowRight: index + 1,
          Home: 0,
          End: photos.length - 1,
        }[event.key]
        if (target === undefined) return
        event.preventDefault()
        show(target)
      }}
    >
      <div ref={viewport} className="offquad-carousel-frame">
        <div className="offquad-carousel-slides">
          {photos.map((src, position) => (
            <div
              key={`${position} ${src}`}
              role="group"
              aria-roledescription="slide"
              aria-hidden={position !== index}
              className="offquad-carousel-slide"
            >
              {/* Only the neighbors of the current picture are preloaded. */}
              <Photo
                src={Math.abs(position - index) <= 1 ? src : undefined}
                srcSet={srcSets[position]}
                sizes="100vw"
                alt={`${title}, picture ${position + 1}`}
                seed={seed}
                isEager
              />
            </div>
          ))}
        </div>
      </div>
      <div className="offquad-carousel-bar offquad-cluster">
        <IconButton
          className="offquad-round-button"
          label="Previous picture"
          icon="m15 5-7 7 7 7"
          // Not disabled, so that it keeps the focus.
          aria-disabled={index === 0}
          onClick={() => show(index - 1)}
        />
        <p aria-live="polite">
          {index + 1} of {photos.length}
        </p>
        <IconButton
          className="offquad-round-button"
          label="Next picture"
          icon="m9 5 7 7-7 7"
          aria-disabled={index >= photos.length - 1}
          onClick={() => show(index + 1)}
        />
      </div>
      <div ref={thumbs} className="offquad-carousel-thumbs">
        {photos.map((src, position) => (
          <button
            key={`${position} ${src}`}
            type="button"
            aria-label={`Picture ${position + 1}`}
            aria-current={position === index}
            onClick={() => show(position)}
          >
            <Photo src={src} srcSet={srcSets[position]} sizes="80px" alt="" seed={seed} />
          </button>
        ))}
      </div>
    </div>
  )
}
