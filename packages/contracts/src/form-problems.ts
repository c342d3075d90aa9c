import { ownPhotoPath } from './photo'
import { type FieldError } from './problem'

/** The messages about the fields of a form, without the fields that are right. */
export const problemsOf = (problems: Record<string, string | undefined>): FieldError[] =>
  Object.entries(problems).flatMap(([field, message]) => (message ? [{ field, message }] : []))

/** Problems with the pictures of a form: only those uploaded here can be used. */
export function problemOfPhotos(
  photos: unknown,
  most: number,
  { tooManyPhotos, unknownPhoto }: { tooManyPhotos: string; unknownPhoto: string },
): string | undefined {
  if (!Array.isArray(photos)) return unknownPhoto
  if (photos.length > most) return tooManyPhotos
  return photos.every(isUploaded) ? undefined : unknownPhoto
}

// A picture on another server could be replaced after it was checked, and that server would see the readers.
const isUploaded = (value: unknown): boolean => typeof value === 'string' && ownPhotoPath(value) !== undefined
