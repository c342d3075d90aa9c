import './photos.css'
import { lazy, Suspense } from 'react'
import { LazyModal } from '../dialog/lazy-modal'

interface PhotoCarouselProps {
  /** Whose pictures these are. */
  title: string
  photos: string[]
  /** Chooses the drawn house where a picture cannot be loaded. */
  seed: string
  /** The picture it opens at, from 0. */
  startIndex: number
  isOpen: boolean
  onClose: () => void
}

// Loaded when somebody first looks at pictures.
const PhotoSlides = lazy(async () => ({ default: (await import('./photo-slides')).PhotoSlides }))

/** All pictures over the page, one at a time: swipe, arrow keys, buttons; Escape closes. */
export function PhotoCarousel({ title, photos, seed, startIndex, isOpen, onClose }: PhotoCarouselProps) {
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
        <PhotoSlides title={title} photos={photos} seed={seed} startIndex={startIndex} />
      </Suspense>
    </LazyModal>
  )
}
