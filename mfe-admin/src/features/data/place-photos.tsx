import '../../components/admin.css'
import { PHOTO_MAX_BYTES, photoUrl } from '@offquad/contracts'
import { Photo, PhotoPicker } from '@offquad/ui'

const MOST_PHOTOS = 20

interface PlacePhotosProps {
  name: string
  /** Addresses of those it has. */
  photos: string[]
  /** Those to be added. */
  files: File[]
  error: string | undefined
  onChange: (photos: string[]) => void
  onFiles: (files: File[]) => void
}

/** The pictures of a place: the first one is on its card. */
export function PlacePhotos({ name, photos, files, error, onChange, onFiles }: PlacePhotosProps) {
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
                    onClick={() => onChange([url, ...photos.filter((other) => other !== url)])}
                  >
                    ★
                  </button>
                )}
                <button
                  type="button"
                  aria-label={`Remove picture ${index + 1}`}
                  onClick={() => onChange(photos.filter((other) => other !== url))}
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
        files={files}
        max={MOST_PHOTOS - photos.length}
        maxBytes={PHOTO_MAX_BYTES}
        onChange={onFiles}
      />
      {error && <p role="alert">{error}</p>}
    </fieldset>
  )
}
