import { type FieldError } from '@offquad/contracts'
import { showToast } from '@offquad/ui'
import { ProblemError, usePhotoUploads, useRemembered } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
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
  const { name, initial, save, onSaved } = options
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useRemembered(`admin/${name}`, Draft, {})
  const [files, setFiles] = useState<File[]>([])
  const [errors, setErrors] = useFieldErrors(form)
  const [isSaving, setIsSaving] = useState(false)
  const { upload, progress } = usePhotoUploads()
  // The draft holds fields of the form alone.
  const typed = draft as Partial<Fields>
  const fields: Fields = { ...initial, ...typed }

  function set<Name extends keyof Fields & string>(field: Name, value: Fields[Name]): void {
    setErrors((known) => known.filter((error) => error.field !== field))
    setDraft((current) => ({ ...current, [field]: value }))
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSaving) return
    setIsSaving(true)
    try {
      const uploaded = await upload(files)
      const photos = uploaded.length > 0 ? { photos: [...fields.photos, ...uploaded] } : {}
      await save({ ...typed, ...photos })
      setDraft({})
      setFiles([])
      // Cards, lists, maps and searches may all show it.
      await client.invalidateQueries()
      onSaved()
    } catch (error) {
      const problem = error as ProblemError
      setErrors(error instanceof ProblemError ? problem.errors : [])
      showToast('error', problem.message)
    } finally {
      setIsSaving(false)
    }
  }

  return {
    ...{ form, fields, set, files, setFiles, isSaving, progress, submit },
    isChanged: Object.keys(draft).length > 0 || files.length > 0,
    errorOf: (field: string) => errors.find((error) => error.field === field)?.message,
    reset() {
      setDraft({})
      setFiles([])
      setErrors([])
    },
  }
}

/** What is wrong with which field; whoever is told is led to the first one. */
function useFieldErrors(form: RefObject<HTMLFormElement | null>) {
  const state = useState<FieldError[]>([])
  const [errors] = state
  useEffect(() => {
    if (errors.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [form, errors])
  return state
}
