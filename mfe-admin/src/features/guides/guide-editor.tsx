import '../../components/admin.css'
import {
  addGuide,
  changeGuide,
  GUIDE_BODY_LENGTH,
  GUIDE_SLUG_LENGTH,
  GUIDE_SUMMARY_LENGTH,
  GUIDE_TITLE_LENGTH,
  getGuide,
  getGuides,
  GuideSlug,
  type GuideSource,
  guideSlugOf,
  isolated,
  listGuides,
  readGuide,
  setGuideState,
} from '@offquad/contracts'
import { Button, ChoiceRow, showToast, TextField, useMediaQuery } from '@offquad/ui'
import {
  api,
  apiQuery,
  conforms,
  invalidateReads,
  paths,
  ProblemError,
  useApi,
  useForm,
  useSessionState,
} from '@offquad/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { type Static, Type } from 'typebox'
import { Details } from '../../components/details'
import { Loaded } from '../../components/loaded'
import { EditorSection } from '../../components/section'
import { useUnsavedWarning } from '../../components/use-unsaved-warning'
import { useUrlParams } from '../../components/use-url-params'
import { DeleteGuide } from './delete-guide'
import { GuidePreview } from './guide-preview'

export const GUIDE_READS = [listGuides, readGuide, getGuides, getGuide]

/** The form of an existing or new (`id` 'new') guide, beside its preview. */
export function GuideEditor({ id }: { id: string }) {
  return id === 'new' ? <GuideForm /> : <ExistingGuide id={id} />
}

function ExistingGuide({ id }: { id: string }) {
  const query = useApi(readGuide, { params: { id } })
  return (
    <Loaded query={query} failure="This guide cannot be loaded." rows={6}>
      {(guide) => <GuideForm guide={guide} />}
    </Loaded>
  )
}

const text = Type.Optional(Type.String())
/** The typed fields, and the version of the guide that they change. */
const Draft = Type.Object({
  title: text,
  slug: text,
  summary: text,
  body: text,
  version: Type.Optional(Type.Integer()),
})

type Draft = Static<typeof Draft>

const EMPTY = { title: '', summary: '', body: '' }

/** @param onRejected called before the errors of its fields are shown */
function useGuideForm(guide: GuideSource | undefined, onRejected: () => void) {
  const client = useQueryClient()
  const { setParams } = useUrlParams()
  const [draft, setDraft] = useSessionState(`admin/guide/${guide?.id ?? 'new'}`, Draft, {})
  const [isDeleted, setIsDeleted] = useState(false)
  const { version, ...typed } = draft
  const { title, summary, body } = { ...EMPTY, ...guide, ...typed }
  const slug = typed.slug ?? guide?.slug ?? guideSlugOf(title)
  const fields = { title, slug, summary, body }
  const isChanged = Object.keys(typed).length > 0
  useUnsavedWarning(isChanged)

  async function store(idempotencyKey: string): Promise<GuideSource> {
    const content = { title, summary, body }
    const chosen = typed.slug ?? guide?.slug
    if (!guide || isDeleted)
      return api(addGuide, { body: { ...content, ...(chosen && { slug: chosen }) }, idempotencyKey })
    if (!isChanged) return guide
    return api(changeGuide, { params: { id: guide.id }, body: { ...content, slug, version: guide.version } })
  }

  const form = useForm({
    values: fields,
    // The service validates the other fields, and generates the address of a new guide without one.
    validate: () =>
      conforms(GuideSlug, slug) || (!guide && !slug)
        ? []
        : [{ field: 'slug', message: 'Use lower-case letters, digits and hyphens, as in signing-a-lease.' }],
    async send(_, idempotencyKey) {
      try {
        const saved = await store(idempotencyKey)
        client.setQueryData(apiQuery(readGuide, { params: { id: saved.id } }).queryKey, saved)
        await invalidateReads(client, GUIDE_READS)
        setDraft((current) => withoutSaved(current, fields, saved.version))
        if (saved.id !== guide?.id) setParams({ id: saved.id }, { replace: true })
        showToast('success', `${isolated(title)} is saved.`)
      } catch (error) {
        if (guide && error instanceof ProblemError && error.status === 404) return setIsDeleted(true)
        // Loads the other administrator's version, which is shown beside the draft.
        if (error instanceof ProblemError && error.code === 'guide-changed')
          await invalidateReads(client, GUIDE_READS)
        if (error instanceof ProblemError && error.errors.length > 0) onRejected()
        throw error
      }
    },
  })

  return {
    ...form,
    formProps: {
      ...form.formProps,
      onSubmit(event: FormEvent) {
        if (!form.check(['slug'])) onRejected()
        form.formProps.onSubmit(event)
      },
    },
    fields,
    isChanged,
    isDeleted,
    isOutdated:
      isChanged && !form.isSending && !isDeleted && guide !== undefined && version !== guide.version,
    /** The props that bind a text field. */
    of: (field: keyof typeof fields) => ({
      value: fields[field],
      error: form.errorOf(field),
      onChange: (value: string) =>
        setDraft((current) => ({ version: guide?.version, ...current, [field]: value })),
    }),
    reset: () => setDraft({}),
  }
}

/** The changes that were typed while the draft was being saved. */
function withoutSaved(draft: Draft, saved: Draft, version: number): Draft {
  const unsaved = Object.entries(draft).filter(
    ([field, value]) => field !== 'version' && value !== saved[field as keyof Draft],
  )
  return unsaved.length > 0 ? { ...Object.fromEntries(unsaved), version } : {}
}

function GuideForm({ guide }: { guide?: GuideSource }) {
  const [shown, setShown] = useState<'write' | 'preview'>('write')
  const form = useGuideForm(guide, () => setShown('write'))
  const { fields, of, formProps, isSending, isChanged } = form
  const isNarrow = useMediaQuery('(max-width: 960px)')
  const isPublished = guide?.state === 'published'
  return (
    <EditorSection title={guide ? `Change ${isolated(guide.title)}` : 'Write a guide'}>
      {guide && (
        <p className="offquad-soft">
          {isPublished ? (
            <>
              Published. <Link to={paths.guide(guide.slug)}>See its page</Link>
            </>
          ) : (
            'A draft, which only administrators see.'
          )}
        </p>
      )}
      {form.isDeleted && (
        <p role="alert" className="offquad-notice">
          Another administrator has deleted this guide. What you typed is kept here: save to add it as a new
          draft.
        </p>
      )}
      {guide && form.isOutdated && <Outdated guide={guide} onDiscard={form.reset} />}
      {isNarrow && (
        <div className="admin-actions">
          <ChoiceRow
            label="Show"
            value={shown}
            options={[
              { value: 'write', label: 'Text' },
              { value: 'preview', label: 'Preview' },
            ]}
            onChange={setShown}
          />
        </div>
      )}
      <form {...formProps}>
        <div className="admin-columns">
          {(!isNarrow || shown === 'write') && (
            <div>
              <div className="offquad-stack">
                <TextField label="Title" isRequired maxLength={GUIDE_TITLE_LENGTH} {...of('title')} />
                {isPublished ? (
                  <p className="offquad-note">
                    Its address stays while it is published: {paths.guide(guide.slug)}
                  </p>
                ) : (
                  <TextField
                    label="Address"
                    hint={paths.guide(fields.slug || '…')}
                    maxLength={GUIDE_SLUG_LENGTH}
                    {...of('slug')}
                  />
                )}
                <TextField
                  label="Summary"
                  rows={3}
                  hint="In lists and where a link to it is shared."
                  count={{ of: fields.summary.length, most: GUIDE_SUMMARY_LENGTH }}
                  maxLength={GUIDE_SUMMARY_LENGTH}
                  {...of('summary')}
                />
                <TextField
                  label="Text"
                  rows={22}
                  hint="Markdown: ## Heading, **bold**, *italic*, [link](https://…), - list, 1. steps, > note. No HTML, no pictures."
                  maxLength={GUIDE_BODY_LENGTH}
                  {...of('body')}
                />
              </div>
            </div>
          )}
          {(!isNarrow || shown === 'preview') && (
            <GuidePreview {...fields} updatedAt={guide?.updatedAt ?? new Date().toISOString()} />
          )}
        </div>
        <div className="admin-save offquad-foot offquad-cluster">
          <Button type="primary" htmlType="submit" disabled={isSending || !isChanged}>
            {isSending ? 'Saving …' : 'Save'}
          </Button>
          {isChanged && (
            <Button disabled={isSending} onClick={form.reset}>
              Undo changes
            </Button>
          )}
          {guide && !isChanged && <Publication guide={guide} />}
          {guide && <DeleteGuide guide={guide} />}
        </div>
      </form>
    </EditorSection>
  )
}

interface OutdatedProps {
  /** The version that another administrator has saved. */
  guide: GuideSource
  onDiscard: () => void
}

function Outdated({ guide, onDiscard }: OutdatedProps) {
  return (
    <div role="status" className="offquad-notice">
      <p>
        Somebody else has changed this guide since you began. What you typed is kept here: save to replace
        theirs, or{' '}
        <Button type="link" onClick={onDiscard}>
          discard yours
        </Button>
      </p>
      <Details summary="Their version">
        {() => (
          <p className="admin-text" dir="auto">
            <strong>{guide.title}</strong>
            {`\n${guide.summary}\n\n${guide.body}`}
          </p>
        )}
      </Details>
    </div>
  )
}

/** Publishes or unpublishes the saved guide, without the draft. */
function Publication({ guide }: { guide: GuideSource }) {
  const client = useQueryClient()
  const { id, title, version } = guide
  const state = guide.state === 'draft' ? 'published' : 'draft'
  const { mutate, isPending } = useMutation({
    mutationFn: () => api(setGuideState, { params: { id }, body: { version, state } }),
    onSuccess: () =>
      showToast('success', `${isolated(title)} is ${state === 'published' ? 'published' : 'a draft again'}.`),
    onError: ({ message }) => showToast('error', message),
    onSettled: () => invalidateReads(client, GUIDE_READS),
  })
  return (
    <Button loading={isPending} onClick={() => mutate()}>
      {state === 'published' ? 'Publish' : 'Unpublish'}
    </Button>
  )
}
