import { type MapProvider, ZOOM } from './map-provider'

interface MapControlsProps {
  provider: MapProvider
  onRecenter: () => void
  onExpand?: () => void
}

export function MapControls({ provider, onRecenter, onExpand }: MapControlsProps) {
  const zoom = provider.zoom()
  return (
    <div className="offquad-map-controls">
      {onExpand && (
        <Control label="Expand the map" icon="M4 10V4h6M20 14v6h-6M4 4l7 7M20 20l-7-7" onClick={onExpand} />
      )}
      <Control
        label="Zoom in"
        icon="M12 5v14M5 12h14"
        isDisabled={zoom >= ZOOM.most}
        onClick={() => provider.setZoom(zoom + 1)}
      />
      <Control
        label="Zoom out"
        icon="M5 12h14"
        isDisabled={zoom <= ZOOM.least}
        onClick={() => provider.setZoom(zoom - 1)}
      />
      <Control
        label="Recenter the map"
        icon="M12 3v4M12 17v4M3 12h4M17 12h4M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8"
        onClick={onRecenter}
      />
    </div>
  )
}

interface ControlProps {
  label: string
  icon: string
  isDisabled?: boolean
  onClick: () => void
}

function Control({ label, icon, isDisabled = false, onClick }: ControlProps) {
  return (
    <button type="button" aria-label={label} disabled={isDisabled} onClick={onClick}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={icon} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
    </button>
  )
}
