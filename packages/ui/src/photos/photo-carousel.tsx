import './photos.css'
import { lazy, Suspense } from 'react'
import { LazyModal } from '../dialog/dialog'

interface PhotoCarouselProps {
  /** Name of the apartment or landlord. */
  title: string
  photos: string[]
  /** Each in several widths, where there are any. */
  srcSets?: (string | undefined)[]
  /** Seed of the drawn house that replaces a picture which cannot be loaded. */
  seed: string
  /** Index of the first picture to show, from 0; undefined while the carousel is closed. */
  startIndex: number | undefined
  isOpen?: boolean
  onClose: () => void
}

// Loaded when the carousel first opens.
const PhotoSlides = lazy(async () => ({ default: (await import('./photo-slides')).PhotoSlides }))

/** All pictures in a modal carousel, with swiping, arrow keys and buttons. */
export function PhotoCarousel({
  title,
  photos,
  srcSets,
  seed,
  startIndex,
  isOpen = startIndex !== undefined,
  onClose,
}: PhotoCarouselProps) {
  return (
    <LazyModal
      className="offquad-carousel"
      title={title}
      open={isOpen}
      onClose={onClose}
      footer={null}
      width="min(1120px, calc(100vw - 48px))"
      centered
      destroyOnHidden
    >
      <Suspense fallback={<div className="offquad-carousel-frame offquad-bone" />}>
        <PhotoSlides
          title={title}
          photos={photos}
          srcSets={srcSets}
          seed={seed}
          startIndex={startIndex ?? 0}
        />
      </Suspense>
    </LazyModal>
  )
}
