import { PictureField } from './picture-field'

interface PhotoPickerProps {
  label: string
  files: File[]
  /** At most so many; what is more is not added. */
  max: number
  /** Larger files are not added. */
  maxBytes: number
  onChange: (files: File[]) => void
  error?: string
  /** The one the error is about. */
  wrong?: File
}

/** Pictures chosen from the device, where none is uploaded yet. */
export function PhotoPicker({ files, onChange, ...field }: PhotoPickerProps) {
  return (
    <PictureField
      {...field}
      pictures={files}
      onChange={(pictures) => onChange(pictures.filter((picture) => typeof picture !== 'string'))}
    />
  )
}
