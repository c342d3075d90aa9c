import './photos.css'
import { type CSSProperties } from 'react'
import { Modal } from '../dialog/modal'
import { lazyComponent } from '../lazy-component'

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

const PhotoSlides = lazyComponent(async () => (await import('./photo-slides')).PhotoSlides, {
  label: 'The pictures',
  Placeholder: () => <div className="offquad-carousel-frame offquad-bone" />,
})

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
    <Modal
      className="offquad-dialog offquad-carousel"
      style={{ '--dialog-width': '1120px' } as CSSProperties}
      title={title}
      isOpen={isOpen}
      onClose={onClose}
    >
      <PhotoSlides title={title} photos={photos} srcSets={srcSets} seed={seed} startIndex={startIndex ?? 0} />
    </Modal>
  )
}
