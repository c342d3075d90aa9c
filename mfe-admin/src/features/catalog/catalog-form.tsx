import '../../components/admin.css'
import './catalog.css'
import {
  findSimilarPlaces,
  isolated,
  MAX_PLACE_PHOTOS,
  PHOTO_MAX_BYTES,
  photoUrl,
  type SearchResult,
} from '@offquad/contracts'
import { Button, Photo, PhotoPicker, showToast, TextButton, TextField } from '@offquad/ui'
import {
  apiQuery,
  ProblemError,
  useDebounced,
  useForm,
  usePhotoUploads,
  useSessionState,
  writeSession,
} from '@offquad/web-kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Type } from 'typebox'
import { EditorSection } from '../../components/section'
import { useUnsavedWarning } from '../../components/use-unsaved-warning'
import { useUrlParams } from '../../components/use-url-params'

/** The changed fields by name. */
const Draft = Type.Record(Type.String(), Type.Unknown())

interface CatalogFormOptions<Fields extends object> {
  /** The draft's key in the session storage, until it is saved: 'apartment/7'. */
  name: string
  initial: Fields
  /**
   * @param sent the idempotency key from `useForm`, and the changed fields' values from before their first change
   * @throws ProblemError with the fields that the service rejects
   */
  save: (
    changes: Partial<Fields> & { photos?: string[] },
    sent: { idempotencyKey: string; read: Partial<Fields> },
  ) => Promise<{ id: string }>
  /** @param id of the saved entry if more was typed in the meantime; absent when nothing is left to save */
  onSaved: (id?: string) => void
}

/**
 * The state of the form of an apartment or a landlord. Only changed fields are sent, so that what another administrator
 * changes in the meantime is not overwritten.
 */
export function useCatalogForm<Fields extends { photos: string[] }>({
  name,
  initial,
  save,
  onSaved,
}: CatalogFormOptions<Fields>) {
  const client = useQueryClient()
  const [draft, setDraft] = useSessionState(`admin/${name}`, Draft, {})
  const [read, setRead] = useSessionState(`admin/${name}/read`, Draft, {})
  const [files, setFiles] = useState<File[]>([])
  const latest = useRef({ draft, read, files })
  useEffect(() => {
    latest.current = { draft, read, files }
  })
  const { upload, progress, refused } = usePhotoUploads()
  // Only `set` writes to the draft, so it contains only keys and values of Fields.
  const changes = draft as Partial<Fields>
  const fields: Fields = { ...initial, ...changes }
  const isChanged = Object.keys(draft).length > 0 || files.length > 0
  useUnsavedWarning(isChanged)

  const { formProps, errorOf, isSending } = useForm({
    values: {
      ...fields,
      ...valuesByPath(fields),
      photos: [...fields.photos, ...files],
      // The service reports errors of both coordinates under a single name.
      'latitude and longitude':
        'latitude' in fields && 'longitude' in fields ? `${fields.latitude}, ${fields.longitude}` : undefined,
    },
    // The service validates.
    validate: () => [],
    async send(_, idempotencyKey) {
      const uploaded = await upload(files)
      const photos = uploaded.length > 0 ? { photos: [...fields.photos, ...uploaded] } : {}
      const sentFields = Object.keys({ ...changes, ...photos }) as (keyof Fields)[]
      const shown = Object.fromEntries(sentFields.map((field) => [field, initial[field]]))
      const wasRead = { ...shown, ...read } as Partial<Fields>
      try {
        const { id } = await save({ ...changes, ...photos }, { idempotencyKey, read: wasRead })
        // Cards, lists, maps and search results may all show the entry.
        await client.invalidateQueries()
        onSaved(keepUnsaved(id) ? id : undefined)
      } catch (error) {
        // The fields show the change, too: the administrator knows it when they save again.
        if (error instanceof ProblemError && error.code === 'place-changed') {
          showToast('error', error.detail)
          setRead({})
          void client.invalidateQueries()
        }
        throw error
      }
    },
  })

  function set<Name extends keyof Fields & string>(field: Name, value: Fields[Name]): void {
    setDraft((current) => ({ ...current, [field]: value }))
    setRead((current) => ({ [field]: initial[field], ...current }))
  }

  /** Keeps what was typed while the rest was being saved; a new entry then has a draft of its own. */
  function keepUnsaved(id: string): boolean {
    const typed = latest.current
    const unsaved = Object.entries(typed.draft).filter(([field, value]) => value !== draft[field])
    const unsavedFiles = typed.files.filter((file) => !files.includes(file))
    reset()
    const savedName = `${name.split('/')[0]}/${id}`
    if (savedName !== name) writeSession(`admin/${savedName}`, Object.fromEntries(unsaved))
    else {
      setDraft(Object.fromEntries(unsaved))
      setRead(Object.fromEntries(Object.entries(typed.read).filter(([field]) => !(field in draft))))
      setFiles(unsavedFiles)
    }
    return unsaved.length + unsavedFiles.length > 0
  }

  function reset(): void {
    setDraft({})
    setRead({})
    setFiles([])
  }

  return {
    formProps,
    fields,
    set,
    errorOf,
    /** The props that bind an input to a field. */
    of: <Name extends keyof Fields & string>(field: Name) => ({
      value: fields[field],
      error: errorOf(field),
      onChange: (value: Fields[Name]) => set(field, value),
    }),
    /** Pictures to upload when the form is saved, and the picture that the server rejected. */
    uploads: { files, wrong: refused, onFilesChange: setFiles },
    isChanged,
    isSaving: isSending,
    /** 'Picture 2 of 3', during uploads. */
    progress,
    /** Discards the changes. */
    reset,
  }
}

/** The members of objects in lists, keyed by their paths in the service's errors: `roomTypes.0.rent`. */
const valuesByPath = (fields: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, list]) =>
      (Array.isArray(list) ? list : []).flatMap((item: unknown, index) =>
        typeof item === 'object' && item !== null
          ? Object.entries(item).map(([name, value]) => [`${field}.${index}.${name}`, value])
          : [],
      ),
    ),
  )

/** Result of the form's `of`. */
export interface FieldProps<Value> {
  value: Value
  error: string | undefined
  onChange: (value: Value) => void
}

interface CatalogFormProps {
  /** 'Add an apartment' */
  title: string
  /** The public page; absent for a new entry. */
  href?: string
  form: Pick<ReturnType<typeof useCatalogForm>, 'formProps' | 'isSaving' | 'isChanged' | 'progress' | 'reset'>
  children: ReactNode
}

/** The heading, the links, the fields and the buttons of a form. */
export function CatalogForm({ title, href, form, children }: CatalogFormProps) {
  const { formProps, isSaving, isChanged, progress, reset } = form
  return (
    <EditorSection title={title}>
      {href && (
        <p>
          <Link to={href}>See its page</Link>
        </p>
      )}
      <form {...formProps} className="admin-form offquad-stack">
        {children}
        <p className="admin-save offquad-foot offquad-cluster">
          <Button type="primary" htmlType="submit" disabled={isSaving}>
            {isSaving ? `${progress ?? 'Saving'} …` : 'Save'}
          </Button>
          <Button disabled={isSaving || !isChanged} onClick={reset}>
            Undo changes
          </Button>
        </p>
      </form>
    </EditorSection>
  )
}

const TYPING_PAUSE_MS = 300

interface AddressFieldProps extends FieldProps<string> {
  label: SearchResult['label']
  /** Name of the entry. */
  name: string
  /** Absent for a new entry. */
  id?: string
  /** Present for a suggested entry: called when the suggested place exists already. */
  onSame?: ((entry: SearchResult) => void) | undefined
}

/** The address, with a warning about existing entries of a similar name or address. */
export function AddressField({ label, name, id, onSame, ...field }: AddressFieldProps) {
  const { hrefWith } = useUrlParams()
  const [trimmedName, address] = [name.trim(), field.value.trim()]
  const query = {
    label,
    ...(trimmedName && { name: trimmedName }),
    ...(address && { address }),
    ...(id && { except: id }),
  }
  const debounced = useDebounced(JSON.stringify(query), TYPING_PAUSE_MS)
  const { data = [] } = useQuery({
    ...apiQuery(findSimilarPlaces, { query: JSON.parse(debounced) as typeof query }),
    enabled: Boolean(trimmedName || address),
  })
  return (
    <div>
      <TextField label="Address" {...field} />
      <div role="status" className={data.length > 0 ? 'offquad-notice' : undefined}>
        {data.length > 0 && (
          <>
            <strong>This may already exist:</strong>
            <ul className="admin-plain">
              {data.map((entry) => (
                <li key={entry.id}>
                  <Link to={hrefWith({ id: entry.id, from: undefined })} dir="auto">
                    {entry.name}
                  </Link>{' '}
                  <bdi>{entry.address}</bdi>{' '}
                  {onSame && <TextButton onClick={() => onSame(entry)}>It is this one</TextButton>}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  )
}

interface PhotosFieldProps extends FieldProps<string[]> {
  /** Name of the entry. */
  name: string
  uploads: ReturnType<typeof useCatalogForm>['uploads']
}

/** The pictures; the first one is on the entry's card. */
export function PhotosField({ name, value: photos, error, onChange, uploads }: PhotosFieldProps) {
  return (
    <fieldset>
      <legend>Pictures</legend>
      {photos.length > 0 && (
        <ul className="admin-pictures offquad-cluster">
          {photos.map((url, index) => (
            <li key={url} className="offquad-frame">
              <Photo
                src={photoUrl(url, 'card')}
                alt={`Picture ${index + 1} of ${isolated(name)}`}
                seed={url}
              />
              <span>
                {index > 0 && (
                  <button
                    type="button"
                    aria-label={`Make picture ${index + 1} the first`}
                    onClick={() => onChange([url, ...photos.filter((photo) => photo !== url)])}
                  >
                    ★
                  </button>
                )}
                <button
                  type="button"
                  aria-label={`Remove picture ${index + 1}`}
                  onClick={() => onChange(photos.filter((photo) => photo !== url))}
                >
                  ×
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <PhotoPicker
        label="Add pictures"
        files={uploads.files}
        max={Math.max(0, MAX_PLACE_PHOTOS - photos.length)}
        maxBytes={PHOTO_MAX_BYTES}
        error={error}
        wrong={uploads.wrong}
        onChange={uploads.onFilesChange}
      />
    </fieldset>
  )
}
