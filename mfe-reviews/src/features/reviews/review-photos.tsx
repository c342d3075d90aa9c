import './reviews.css'
import { photoUrl } from '@offquad/contracts'
import { Photo, PhotoCarousel } from '@offquad/ui'
import { useState } from 'react'

/** The pictures of a review in a strip; each opens all of them. */
export function ReviewPhotos({ id, photos }: { id: string; photos: string[] }) {
  const [startIndex, setStartIndex] = useState<number>()
  if (photos.length === 0) return null
  return (
    <div className="reviews-photos">
      {photos.map((src, index) => (
        <button
          key={src}
          type="button"
          aria-label={`Picture ${index + 1} of ${photos.length}, larger`}
          onClick={() => setStartIndex(index)}
        >
          <Photo src={photoUrl(src, 'card')} alt="" seed={id} />
        </button>
      ))}
      <PhotoCarousel
        title="Pictures of this review"
        photos={photos.map((src) => photoUrl(src, 'full'))}
        seed={id}
        startIndex={startIndex ?? 0}
        isOpen={startIndex !== undefined}
        onClose={() => setStartIndex(undefined)}
      />
    </div>
  )
}
