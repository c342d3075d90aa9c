import './apartment.css'
import { Photo } from '@offquad/ui'

const SHOWN = 3

/** The first pictures of an apartment; a drawn house where there are none. */
export function PhotoGallery({ id, name, photos }: { id: string; name: string; photos: string[] }) {
  const shown = photos.slice(0, SHOWN)
  if (shown.length === 0)
    return (
      <div className="browse-no-pictures">
        <div>
          <Photo alt={name} seed={id} />
        </div>
        <p>No pictures of this apartment have been added yet.</p>
      </div>
    )
  return (
    <div className={`browse-gallery browse-gallery-${shown.length}`}>
      {shown.map((src, index) => (
        <div key={src}>
          <Photo src={src} alt={`${name}, picture ${index + 1}`} seed={id} isEager />
        </div>
      ))}
    </div>
  )
}
