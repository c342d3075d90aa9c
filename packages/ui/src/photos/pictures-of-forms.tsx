import { lazyComponent } from '../lazy-component'
import { type PictureFieldProps } from './picture-field'

// Loaded lazily, because only forms need it.
const LoadedField = lazyComponent(async () => (await import('./picture-field')).PictureField, {
  label: 'The choice of pictures',
})

/** The pictures of a form: stored ones and files. */
export function PictureField(props: PictureFieldProps) {
  return <LoadedField {...props} />
}

interface PhotoPickerProps extends Pick<PictureFieldProps, 'label' | 'max' | 'maxBytes' | 'error'> {
  files: File[]
  onChange: (files: File[]) => void
  /** The file that the error is about. */
  wrong?: File
}

/** The pictures of a form, all of them files. */
export function PhotoPicker({ files, onChange, ...field }: PhotoPickerProps) {
  return (
    <LoadedField
      {...field}
      pictures={files}
      onChange={(pictures) => onChange(pictures.filter((picture) => typeof picture !== 'string'))}
    />
  )
}
