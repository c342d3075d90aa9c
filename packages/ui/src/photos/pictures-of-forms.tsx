import { lazyComponent } from '../lazy-component'
import { type PhotoPickerProps, type PictureFieldProps } from './picture-field'

// Loaded lazily, because only forms need them.
const label = 'The choice of pictures'
const LoadedField = lazyComponent(async () => (await import('./picture-field')).PictureField, { label })
const LoadedPicker = lazyComponent(async () => (await import('./picture-field')).PhotoPicker, { label })

/** The pictures of a form: stored ones and files. */
export function PictureField(props: PictureFieldProps) {
  return <LoadedField {...props} />
}

/** The pictures of a form, all of them files. */
export function PhotoPicker(props: PhotoPickerProps) {
  return <LoadedPicker {...props} />
}
