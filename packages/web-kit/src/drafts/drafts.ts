import { type Picture } from '@offquad/ui'
import { browserStore } from '../browser-store'

const PREFIX = 'offquad/'
const pictures = browserStore<Picture[]>('draft-pictures')

/** What was filled into a form and not sent yet. */
export interface Draft {
  /** As it was kept, by any version of the form: to be checked by the form. */
  fields: unknown
  pictures: Picture[] | undefined
}

/**
 * What was kept under this key on this device; undefined when nothing was. Keys begin with what and whose it is, so that no
 * one finds what another user of the device has written: `review-draft/<uid>/apartment/7`.
 */
export async function recallDraft(key: string): Promise<Draft | undefined> {
  const fields = readFields(key)
  return fields === undefined ? undefined : { fields, pictures: await pictures.get(key) }
}

/** Keeps the fields of a form, as JSON, until they are forgotten; at once, because the page may be closed. */
export function keepDraftFields(key: string, fields: object): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(fields))
  } catch {
    // Full, or forbidden: the form works without.
  }
}

/** Keeps the pictures of a form, whose fields are kept as well. */
export const keepDraftPictures = (key: string, kept: Picture[]): Promise<void> => pictures.put(key, kept)

export async function forgetDraft(key: string): Promise<void> {
  try {
    localStorage.removeItem(PREFIX + key)
  } catch {
    // Nothing was kept.
  }
  await pictures.delete(key)
}

function readFields(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
