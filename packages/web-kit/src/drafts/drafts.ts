import { type Endpoint } from '@offquad/contracts'
import { type Picture } from '@offquad/ui'
import { type Static, Type } from 'typebox'
import { newIdempotencyKey } from '../api/idempotency-key'
import { browserStore } from '../browser-store'
import { storedValue, type StoredValue } from '../stored-value'

const Text = Type.String()

/** A draft that was submitted and is not sent yet. */
const Submission = Type.Object({
  /** Of the draft when it was submitted: it may have changed since. */
  version: Type.Number(),
  /** Its name in messages: 'Your review of Gull House'. */
  label: Text,
  /** Toast after it was sent. */
  sentMessage: Text,
  call: Type.Object({ method: Text, path: Text }),
  /** The id in the path; absent where it has none. */
  id: Type.Optional(Text),
  body: Type.Object({}),
  /** The URLs of its pictures, once they are uploaded. */
  photos: Type.Optional(Type.Array(Text)),
})

const Draft = Type.Object({
  /** Rises with every change: the newer one of two tabs wins. */
  version: Type.Number(),
  /** Sent with every attempt, from whatever page, so that the service carries the write out once. */
  idempotencyKey: Text,
  fields: Type.Unknown(),
  /** When its pictures changed last; absent where they are the form's. */
  picturesAt: Type.Optional(Type.Number()),
  /** What it changes, as it was when the draft was begun. */
  basedOn: Type.Optional(Text),
  /** The version that was sent first, whether or not it arrived. */
  sentFirst: Type.Optional(Type.Number()),
  submission: Type.Optional(Submission),
})

export type Draft = Static<typeof Draft>
export type Submission = Omit<Static<typeof Submission>, 'version' | 'photos' | 'call'> & {
  call: Pick<Endpoint, 'method' | 'path'>
}

const PREFIX = 'offquad/drafts/'

/** The key of what a user typed into a form, so that no one finds or sends that of somebody else. */
export const draftKeyOf = (uid: string, subject: string): string => `${PREFIX}${uid}/${subject}`

/** The id of the author of a draft. */
export const authorOf = (key: string): string => key.slice(PREFIX.length).split('/')[0] ?? ''

const known = new Map<string, StoredValue<Draft>>()

/** The one place of a draft, for its forms in all tabs and for sending it. */
export function draftAt(key: string): StoredValue<Draft> {
  const draft = known.get(key) ?? storedValue(key, Draft)
  known.set(key, draft)
  return draft
}

/** Files are too large for localStorage. */
export const draftPictures = browserStore<Picture[]>()

/** Changes a draft, or begins one. */
export function changeDraft(key: string, part: Partial<Draft>): Draft {
  const current = draftAt(key).get()
  const version = Math.max(Date.now(), (current?.version ?? 0) + 1)
  const next = { idempotencyKey: newIdempotencyKey(), fields: {}, ...current, version, ...part }
  draftAt(key).set(next)
  return next
}

export function deleteDraft(key: string): void {
  draftAt(key).set(undefined)
  void draftPictures.delete(key)
}

/** The keys of the drafts of a user that wait to be sent. */
export const submittedBy = (uid: string): string[] =>
  [...new Set([...storedKeys(), ...known.keys()])].filter(
    (key) => key.startsWith(draftKeyOf(uid, '')) && draftAt(key).get()?.submission,
  )

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    // Blocked.
    return []
  }
}

/** Its draft stays. @param version only if this one is still the submitted one */
export function withdrawSubmission(key: string, version?: number): void {
  const { submission, ...draft } = draftAt(key).get() ?? {}
  if (submission && submission.version === (version ?? submission.version)) draftAt(key).set(draft as Draft)
}
