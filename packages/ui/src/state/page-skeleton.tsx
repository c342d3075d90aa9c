import './skeleton.css'

/** A page that is on its way: a title, a picture, some lines. */
export function PageSkeleton() {
  return (
    <div aria-busy="true" aria-label="Loading">
      <div className="offquad-bone" style={{ width: '45%', height: 40, marginBottom: 24 }} />
      <div className="offquad-bone" style={{ height: 320, marginBottom: 24 }} />
      <div className="offquad-bone" style={{ width: '80%', height: 20, marginBottom: 12 }} />
      <div className="offquad-bone" style={{ width: '65%', height: 20 }} />
    </div>
  )
}
