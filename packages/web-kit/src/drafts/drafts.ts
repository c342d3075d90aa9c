import { type Picture } from '@offquad/ui'
import { browserStore } from '../browser-store'

const PREFIX = 'offquad/'
const pictures = browserStore<Picture[]>('draft-pictures')

/** Unsent input of a form. */
export interface Draft {
  /** As stored, possibly by another version of the form: the form validates it. */
  fields: unknown
  pictures: Picture[] | undefined
}

/**
 * The draft stored under a key on this device, or undefined. A key contains the form and the user, so that no one finds
 * the draft of another user of the device: `review-draft/<uid>/apartment/7`.
 */
export async function readDraft(key: string): Promise<Draft | undefined> {
  const fields = readFields(key)
  return fields === undefined ? undefined : { fields, pictures: await pictures.get(key) }
}

/** Stores the fields of a form as JSON until `deleteDraft`; synchronously, because the page may be closing. */
export function saveDraftFields(key: string, fields: object): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(fields))
  } catch {
    // Full or blocked: the form works without drafts.
  }
}

/** Stores the pictures of a form whose fields are stored as well. */
export const saveDraftPictures = (key: string, files: Picture[]): Promise<void> => pictures.put(key, files)

export async function deleteDraft(key: string): Promise<void> {
  try {
    localStorage.removeItem(PREFIX + key)
  } catch {
    // Blocked: nothing was stored.
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
