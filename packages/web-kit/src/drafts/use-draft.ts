import { type Picture } from '@offquad/ui'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { newIdempotencyKey } from '../api/idempotency-key'
import { useStoredValue } from '../stored-value'
import { changeDraft, deleteDraft, draftAt, draftKeyOf, draftPictures } from './drafts'
import { fieldsOfForm } from './fields-of-form'

interface DraftOptions<Fields extends object> {
  /** The author: a user's id, or VISITOR. */
  uid: string
  /** The form and its subject: 'review/apartment/7'. */
  subject: string
  /** The fields without a draft. A draft with fields of other types is of another form, and ignored. */
  initial: Fields
  initialPictures?: readonly Picture[]
  /** The current version of the edited content. */
  basedOn?: string
  /** Called when the draft was sent or discarded elsewhere: continuing it would send it twice. */
  onGone: () => void
}

export interface FormDraft<Fields> {
  /** The draft's key in the browser's storage, for `submitDraft`. */
  key: string
  fields: Fields
  /** undefined until they are read. */
  pictures: Picture[] | undefined
  /** Whether a draft is stored, from here or another tab. */
  exists: boolean
  /** Whether the edited content has changed since the draft was started; `adopt` continues it nevertheless. */
  isOutdated: boolean
  /** Whether it is submitted and waits to be sent. */
  isQueued: boolean
  change: (part: Partial<Fields>) => void
  changePictures: (pictures: Picture[]) => void
  adopt: () => void
  /** Discards the rendered draft; newer input stays as a new draft. */
  discard: () => void
  /** The Idempotency-Key of the draft, so that the service executes its write once. */
  idempotencyKey: () => string
}

const NO_PICTURES: readonly Picture[] = []

/** The draft of a form: stored on this device, with its pictures, and shared by all tabs, until it is sent. */
export function useDraft<Fields extends object>({
  uid,
  subject,
  initial,
  initialPictures = NO_PICTURES,
  basedOn,
  onGone,
}: DraftOptions<Fields>): FormDraft<Fields> {
  const key = draftKeyOf(uid, subject)
  const place = draftAt(key)
  const stored = useStoredValue(place)
  const typed = stored && fieldsOfForm(initial, stored.fields)
  const draft = typed && stored
  const fields = typed ?? initial
  const [read, setRead] = useState<{ of: string; at: number; pictures: readonly Picture[] }>()
  const at = draft?.picturesAt
  const of = draft?.idempotencyKey
  const isRead = read !== undefined && read.of === of && read.at >= (at ?? 0)

  const callOnGone = useEffectEvent(onGone)
  const discarded = useRef<string>(undefined)
  useEffect(() => {
    if (of === undefined) return
    return () => {
      if (discarded.current !== of && place.get()?.idempotencyKey !== of) callOnGone()
    }
  }, [place, of])
  useEffect(() => {
    if (isRead || of === undefined || at === undefined) return
    let isCurrent = true
    void draftPictures.get(key).then((pictures = []) => isCurrent && setRead({ of, at, pictures }))
    return () => {
      isCurrent = false
    }
  }, [key, of, at, isRead])

  /** Changes the draft, or starts one in place of another form's. Reads the storage, because the rendered draft may be outdated. */
  function save(next: Partial<Fields>) {
    const now = place.get()
    const current = now && fieldsOfForm(initial, now.fields)
    if (now && !current) deleteDraft(key)
    return changeDraft(key, {
      fields: { ...(current ?? initial), ...next },
      ...(!current && basedOn && { basedOn }),
    })
  }

  function discard(): void {
    const now = place.get()
    const isSame =
      now?.picturesAt === at && JSON.stringify(fieldsOfForm(initial, now?.fields)) === JSON.stringify(fields)
    if (now && !isSame) return void changeDraft(key, { idempotencyKey: newIdempotencyKey() })
    discarded.current = of
    deleteDraft(key)
  }

  return {
    key,
    fields,
    pictures: isRead ? [...read.pictures] : at === undefined ? [...initialPictures] : undefined,
    exists: draft !== undefined,
    isOutdated: draft?.basedOn !== undefined && draft.basedOn !== basedOn,
    isQueued: draft?.submission !== undefined,
    change: (part) => void save(part),
    changePictures(pictures) {
      const { idempotencyKey, version } = save({})
      setRead({ of: idempotencyKey, at: version, pictures })
      // Afterwards, because other tabs then read them.
      void draftPictures.put(key, pictures).then(() => {
        const current = place.get()
        if (current?.idempotencyKey === idempotencyKey) place.set({ ...current, picturesAt: version })
      })
    },
    adopt: () => void changeDraft(key, { basedOn }),
    discard,
    idempotencyKey: () => place.get()?.idempotencyKey ?? save({}).idempotencyKey,
  }
}
