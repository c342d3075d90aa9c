import './photos.css'
import { isolated, photoSrcSet, photoUrl } from '@offquad/contracts'
import { OutlineButton, Photo, PhotoCarousel } from '@offquad/ui'
import { useState } from 'react'

const PREVIEW_COUNT = 5

/** Widths of the first picture, a single one and the others: see photos.css. */
const SIZES = {
  first: '(max-width: 600px) 67vw, 570px',
  single: '(max-width: 960px) 100vw, 768px',
  other: '(max-width: 600px) 33vw, 285px',
}

interface PhotoGalleryProps {
  /** Seed of the drawn house that stands in for a missing picture. */
  id: string
  name: string
  photos: string[]
}

/** The first pictures of an apartment or landlord, which open a carousel of all; without any, a drawn house. */
export function PhotoGallery({ id, name, photos }: PhotoGalleryProps) {
  const [startIndex, setStartIndex] = useState<number>()
  const shown = photos.slice(0, PREVIEW_COUNT)
  if (shown.length === 0)
    return (
      <div className="browse-gallery-frame offquad-frame browse-few-pictures">
        <div data-place-picture="">
          <Photo alt={isolated(name)} seed={id} />
        </div>
        <p>No pictures have been added yet.</p>
      </div>
    )
  return (
    <div className={`browse-gallery-frame offquad-frame${shown.length === 1 ? ' browse-one-picture' : ''}`}>
      <div className="browse-gallery">
        {shown.map((src, index) => (
          <button
            key={src}
            type="button"
            data-place-picture={index === 0 ? '' : undefined}
            aria-label={`Picture ${index + 1} of ${isolated(name)}, larger`}
            onClick={() => setStartIndex(index)}
          >
            <Photo
              src={photoUrl(src, 'page')}
              srcSet={photoSrcSet(src)}
              sizes={SIZES[index > 0 ? 'other' : shown.length > 1 ? 'first' : 'single']}
              alt=""
              seed={id}
              isEager={index === 0}
            />
          </button>
        ))}
      </div>
      <OutlineButton className="browse-all-photos" onClick={() => setStartIndex(0)}>
        Show all photos
      </OutlineButton>
      <PhotoCarousel
        title={isolated(name)}
        photos={photos.map((src) => photoUrl(src, 'full'))}
        srcSets={photos.map((src) => photoSrcSet(src))}
        seed={id}
        startIndex={startIndex}
        onClose={() => setStartIndex(undefined)}
      />
    </div>
  )
}
