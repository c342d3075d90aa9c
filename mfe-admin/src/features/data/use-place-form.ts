import { useForm, usePhotoUploads, useRemembered } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useState } from 'react'
import { Type } from 'typebox'

/** What somebody has typed so far, by field; a field they did not touch is not there. */
const Draft = Type.Record(Type.String(), Type.Unknown())

interface PlaceForm<Fields extends object> {
  /** Under which what is typed is remembered until it is saved: 'apartment/7'. */
  name: string
  /** What the fields hold before anybody types. */
  initial: Fields
  /** @throws ProblemError that says what is wrong with which field */
  save: (changes: Partial<Fields> & { photos?: string[] }) => Promise<unknown>
  onSaved: () => void
}

export interface PlaceFormState<Fields> {
  form: RefObject<HTMLFormElement | null>
  fields: Fields
  set<Name extends keyof Fields & string>(field: Name, value: Fields[Name]): void
  /** Pictures to be added. */
  files: File[]
  setFiles: (files: File[]) => void
  /** The picture the server does not take. */
  refusedFile: File | undefined
  errorOf: (field: string) => string | undefined
  isChanged: boolean
  isSaving: boolean
  /** 'Picture 2 of 3', while they are uploaded. */
  progress: string | undefined
  submit: (event: FormEvent) => Promise<void>
  /** Forgets what was typed. */
  reset: () => void
}

/**
 * A form of an apartment or a landlord. Only what is typed is kept and sent, so that whatever somebody else changes
 * meanwhile stays.
 */
export function usePlaceForm<Fields extends { photos: string[] }>(
  options: PlaceForm<Fields>,
): PlaceFormState<Fields> {
  const { name, initial, onSaved } = options
  const client = useQueryClient()
  const [draft, setDraft] = useRemembered(`admin/${name}`, Draft, {})
  const [files, setFiles] = useState<File[]>([])
  const { upload, progress, refused: refusedFile } = usePhotoUploads()
  // The draft holds fields of the form alone.
  const typed = draft as Partial<Fields>
  const fields: Fields = { ...initial, ...typed }

  function set<Name extends keyof Fields & string>(field: Name, value: Fields[Name]): void {
    setDraft((current) => ({ ...current, [field]: value }))
  }

  const {
    ref: form,
    errorOf,
    isSending: isSaving,
    submit: save,
  } = useForm({
    values: {
      ...fields,
      photos: [...fields.photos, ...files],
      // The service's name of the field where a place is put on the map.
      'latitude and longitude': 'place' in fields ? fields.place : undefined,
    },
    // The service knows what is wrong with a place.
    validate: () => [],
    async send() {
      const uploaded = await upload(files)
      const photos = uploaded.length > 0 ? { photos: [...fields.photos, ...uploaded] } : {}
      await options.save({ ...typed, ...photos })
      setDraft({})
      setFiles([])
      // Cards, lists, maps and searches may all show it.
      await client.invalidateQueries()
      onSaved()
    },
    failure: (error) => (error as Error).message,
  })

  return {
    form,
    fields,
    set,
    files,
    setFiles,
    refusedFile,
    errorOf,
    isSaving,
    progress,
    isChanged: Object.keys(draft).length > 0 || files.length > 0,
    async submit(event: FormEvent) {
      event.preventDefault()
      await save()
    },
    reset() {
      setDraft({})
      setFiles([])
    },
  }
}
