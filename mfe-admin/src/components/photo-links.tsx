import './admin.css'
import { photoUrl } from '@offquad/contracts'
import { Photo } from '@offquad/ui'

interface PhotoLinksProps {
  photos: string[]
  /** Whose pictures these are, for screen readers: 'this review'. */
  of: string
}

/** Submitted pictures in a row; each opens in full. */
export function PhotoLinks({ photos, of }: PhotoLinksProps) {
  if (photos.length === 0) return null
  return (
    <div className="admin-photos">
      {photos.map((url, index) => (
        <a key={url} href={photoUrl(url, 'full')} target="_blank" rel="noreferrer">
          <Photo src={photoUrl(url, 'card')} alt={`Picture ${index + 1} of ${of}`} seed={url} />
        </a>
      ))}
    </div>
  )
}
