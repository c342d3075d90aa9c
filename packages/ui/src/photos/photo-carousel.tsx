import './photos.css'
import { Modal } from '../dialog/modal'
import { lazyComponent } from '../lazy-component'
import { type PhotoSlidesProps } from './photo-slides'

interface PhotoCarouselProps extends Omit<PhotoSlidesProps, 'startIndex'> {
  /** Index of the first picture to show, from 0; undefined while the carousel is closed. */
  startIndex: number | undefined
  isOpen?: boolean
  onClose: () => void
}

const PhotoSlides = lazyComponent(async () => (await import('./photo-slides')).PhotoSlides, {
  label: 'The pictures',
  Placeholder: () => <div className="offquad-carousel-frame offquad-bone" />,
})

/** All pictures in a carousel over the whole window, with swiping, arrow keys, buttons and thumbnails. */
export function PhotoCarousel({ isOpen, onClose, startIndex, ...slides }: PhotoCarouselProps) {
  return (
    <Modal
      className="offquad-dialog offquad-carousel"
      title={slides.title}
      isOpen={isOpen ?? startIndex !== undefined}
      onClose={onClose}
    >
      <PhotoSlides {...slides} startIndex={startIndex ?? 0} />
    </Modal>
  )
}
