import './data.css'
import { PHOTO_MAX_BYTES, photoUrl } from '@offquad/contracts'
import { Photo, PhotoPicker } from '@offquad/ui'
import { type PlaceFormState } from './use-place-form'

const MOST_PHOTOS = 20

interface PlacePhotosProps {
  place: PlaceFormState<{ name: string; photos: string[] }>
}

/** The pictures of a place: the first one is on its card. */
export function PlacePhotos({ place }: PlacePhotosProps) {
  const { name, photos } = place.fields
  const change = (next: string[]) => place.set('photos', next)
  return (
    <fieldset className="admin-fieldset">
      <legend>Pictures</legend>
      {photos.length > 0 && (
        <ul className="admin-pictures">
          {photos.map((url, index) => (
            <li key={url}>
              <Photo src={photoUrl(url, 'card')} alt={`Picture ${index + 1} of ${name}`} seed={url} />
              <span>
                {index > 0 && (
                  <button
                    type="button"
                    aria-label={`Make picture ${index + 1} the first`}
                    onClick={() => change([url, ...photos.filter((other) => other !== url)])}
                  >
                    ★
                  </button>
                )}
                <button
                  type="button"
                  aria-label={`Remove picture ${index + 1}`}
                  onClick={() => change(photos.filter((other) => other !== url))}
                >
                  ×
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <PhotoPicker
        label="Add pictures"
        files={place.files}
        max={MOST_PHOTOS - photos.length}
        maxBytes={PHOTO_MAX_BYTES}
        error={place.errorOf('photos')}
        wrong={place.refusedFile}
        onChange={place.setFiles}
      />
    </fieldset>
  )
}
