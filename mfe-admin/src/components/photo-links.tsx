import './admin.css'
import { photoUrl } from '@offquad/contracts'
import { Photo } from '@offquad/ui'

interface PhotoLinksProps {
  photos: string[]
  /** The subject of the pictures, for alternative texts: 'this review'. */
  of: string
}

/** A row of thumbnails; each links to the full picture. */
export function PhotoLinks({ photos, of }: PhotoLinksProps) {
  if (photos.length === 0) return null
  return (
    <div className="admin-photos offquad-cluster">
      {photos.map((url, index) => (
        <a key={url} className="offquad-frame" href={photoUrl(url, 'full')} target="_blank" rel="noreferrer">
          <Photo src={photoUrl(url, 'card')} alt={`Picture ${index + 1} of ${of}`} seed={url} />
        </a>
      ))}
    </div>
  )
}
