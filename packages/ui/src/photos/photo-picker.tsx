import './photo-picker.css'
import { useEffect, useId, useState } from 'react'

interface PhotoPickerProps {
  label: string
  files: File[]
  /** At most so many; what is more is not added. */
  max: number
  /** Larger files are not added. */
  maxBytes: number
  onChange: (files: File[]) => void
}

/** Pictures chosen from the device, with previews; what cannot be taken is left out, and the hint says why. */
export function PhotoPicker({ label, files, max, maxBytes, onChange }: PhotoPickerProps) {
  const id = useId()
  const [hasLeftOut, setHasLeftOut] = useState(false)

  function add(chosen: File[]): void {
    const fitting = chosen.filter(({ type, size }) => type.startsWith('image/') && size <= maxBytes)
    const next = [...files, ...fitting].slice(0, max)
    setHasLeftOut(next.length < files.length + chosen.length)
    onChange(next)
  }

  return (
    <div className="offquad-picker">
      <label htmlFor={id}>{label}</label>
      <ul>
        {files.map((file, index) => (
          <li key={`${file.name} ${file.size} ${file.lastModified}`}>
            <Preview file={file} />
            <button
              type="button"
              aria-label={`Remove picture ${index + 1}`}
              onClick={() => onChange(files.filter((other) => other !== file))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <input
        id={id}
        type="file"
        // Named one by one: a phone that keeps pictures in a format of its own converts them then.
        accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
        multiple
        disabled={files.length >= max}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          add([...(target.files ?? [])])
          // The same file may be chosen again after it was removed.
          target.value = ''
        }}
      />
      <p id={`${id}-hint`} role="status">
        {hasLeftOut && 'Some files were not added. '}
        Up to {max} pictures of at most {Math.round(maxBytes / 1024 / 1024)} MB each.
      </p>
    </div>
  )
}

function Preview({ file }: { file: File }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const created = URL.createObjectURL(file)
    // eslint-disable-next-line react-hooks/set-state-in-effect -- the address lives exactly as long as the effect
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return <img src={url} alt={file.name} />
}
