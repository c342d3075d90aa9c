import {
  addContactQuestion,
  addPendingBuilding,
  MAX_CONTACT_ADDRESS_CHARACTERS,
  MAX_CONTACT_EMAIL_CHARACTERS,
  MAX_CONTACT_MESSAGE_CHARACTERS,
  MAX_CONTACT_NAME_CHARACTERS,
  MAX_CONTACT_PHOTOS,
  PHOTO_MAX_BYTES,
  reviewSuggestionSlot,
  type SlotPropsOf,
  type User,
  validateApartmentForm,
  validateQuestionForm,
} from '@offquad/contracts'
import { Button, PhotoPicker, showToast, TextField } from '@offquad/ui'
import {
  api,
  asAuthor,
  currentUser,
  DraftNote,
  type FormDraft,
  newIdempotencyKey,
  ProblemError,
  university,
  useDraft,
  useForm,
  usePhotoUploads,
  useUser,
  VISITOR,
  Slot,
  useSessionState,
  writeSession,
} from '@offquad/web-kit'
import { type ReactNode, useRef, useState } from 'react'

const FAILURE = 'Error submitting form. Please try again.'

interface FormProps {
  onSent: () => void
}

const NOTHING = { suggestionId: '', name: '' }

interface SuggestApartmentProps {
  /** The text of the search without results. */
  name: string
  /** Called when another tab has sent the draft. */
  onGone: () => void
}

/** The form in which a missing apartment is suggested, then the button for its first review. */
export function SuggestApartment({ name, onGone }: SuggestApartmentProps) {
  const [isSent, setIsSent] = useState(false)
  const [suggested] = useSessionState(suggestedBy(useUser()), reviewSuggestionSlot.props, NOTHING)
  return (
    <div className="offquad-stack">
      {suggested.suggestionId && <ReviewSuggested {...suggested} />}
      {!isSent && (
        <ApartmentForm
          initialName={name}
          onSent={onGone}
          onSuggested={(suggestion) => {
            // A visitor has signed in to send it.
            writeSession(suggestedBy(currentUser()), suggestion)
            setIsSent(true)
          }}
        />
      )}
    </div>
  )
}

/** The entry of the last apartment that a user suggested in this tab. */
const suggestedBy = (user: User | undefined): string => `account/suggested/${user?.uid ?? VISITOR}`

/** Takes the focus from the form, which is removed. */
const ReviewSuggested = (suggestion: SlotPropsOf<typeof reviewSuggestionSlot>) => (
  <div className="offquad-notice offquad-stack" tabIndex={-1} ref={focusOn}>
    <p>
      You suggested <bdi>{suggestion.name}</bdi>. Your review of it appears once both are approved.
    </p>
    <Slot contract={reviewSuggestionSlot} label="The review" props={suggestion} />
  </div>
)

const focusOn = (element: HTMLElement | null) => element?.focus()

interface ApartmentFormProps extends FormProps {
  /** The text of the search without results. */
  initialName: string
  onSuggested: (suggestion: SlotPropsOf<typeof reviewSuggestionSlot>) => void
}

function ApartmentForm({ initialName, onSent, onSuggested }: ApartmentFormProps) {
  const { draft, send } = useContactDraft('apartment', { name: initialName, address: '' }, onSent)
  const { name, address } = draft.fields
  const files = (draft.pictures ?? []).filter((picture) => picture instanceof File)
  const { upload, progress, refused } = usePhotoUploads()
  const form = useForm({
    values: { name, address, photos: files },
    validate: () => validateApartmentForm({ name, address, photos: [] }),
    async send() {
      const sent = await send('tell us about an apartment', async (idempotencyKey) => {
        const body = { name: name.trim(), address: address.trim(), photos: await upload(files) }
        return { suggestionId: await api(addPendingBuilding, { body, idempotencyKey }), name: body.name }
      })
      onSuggested(sent)
      showToast('success', 'Form submitted! Your apartment information will be reviewed by the admin.')
    },
    failure: FAILURE,
  })
  return (
    <ContactForm form={form} draft={draft} nameLabel="Name of the apartment or building" progress={progress}>
      <TextField
        label="Address"
        value={address}
        maxLength={MAX_CONTACT_ADDRESS_CHARACTERS}
        error={form.errorOf('address')}
        onChange={(address) => draft.change({ address })}
      />
      <PhotoPicker
        label="Pictures"
        files={files}
        max={MAX_CONTACT_PHOTOS}
        maxBytes={PHOTO_MAX_BYTES}
        error={form.errorOf('photos')}
        wrong={refused}
        onChange={draft.changePictures}
      />
    </ContactForm>
  )
}

export function QuestionForm({ onSent }: FormProps) {
  const user = useUser()
  const initial = { name: user?.displayName ?? '', email: user?.email ?? '', msg: '' }
  const { draft, send } = useContactDraft('question', initial, onSent)
  const { name, email, msg } = draft.fields
  const form = useForm({
    values: { name: name.trim(), email: email.trim(), msg: msg.trim() },
    validate: validateQuestionForm,
    async send(body) {
      await send('ask us a question', (idempotencyKey) => api(addContactQuestion, { body, idempotencyKey }))
      onSent()
      showToast('success', 'Question submitted! The admin will be notified.')
    },
    failure: FAILURE,
  })
  return (
    <ContactForm form={form} draft={draft} nameLabel="Name">
      <TextField
        label={`${university().name} Email`}
        type="email"
        value={email}
        maxLength={MAX_CONTACT_EMAIL_CHARACTERS}
        isRequired
        error={form.errorOf('email')}
        onChange={(email) => draft.change({ email })}
      />
      <TextField
        label="Message"
        value={msg}
        rows={6}
        maxLength={MAX_CONTACT_MESSAGE_CHARACTERS}
        isRequired
        error={form.errorOf('msg')}
        onChange={(msg) => draft.change({ msg })}
      />
    </ContactForm>
  )
}

/** A draft that survives closing the dialog; `send` sends it once, and then deletes it. */
function useContactDraft<Fields extends object>(form: string, initial: Fields, onGone: () => void) {
  const [author] = useState(useUser())
  const uid = author?.uid ?? VISITOR
  const isSent = useRef(false)
  const draft = useDraft({
    uid,
    subject: `contact/${form}`,
    initial,
    onGone: () => isSent.current || onGone(),
  })
  async function send<Sent>(purpose: string, work: (idempotencyKey: string) => Promise<Sent>): Promise<Sent> {
    const sent = await asAuthor(uid, purpose, async () => {
      try {
        return await work(draft.idempotencyKey())
      } catch (error) {
        if (!(error instanceof ProblemError) || error.code !== 'idempotency-key-used') throw error
        // An earlier version of the draft has arrived, but its reply was lost.
        return work(newIdempotencyKey())
      }
    })
    isSent.current = true
    draft.discard()
    return sent
  }
  return { draft, send }
}

interface ContactFormProps {
  form: Pick<ReturnType<typeof useForm>, 'formProps' | 'errorOf' | 'isSending'>
  draft: FormDraft<{ name: string }>
  nameLabel: string
  /** 'Picture 2 of 3', while pictures are uploaded. */
  progress?: string
  children: ReactNode
}

function ContactForm({ form, draft, nameLabel, progress = 'Sending', children }: ContactFormProps) {
  return (
    <form {...form.formProps} className="offquad-stack">
      <DraftNote draft={draft} />
      <TextField
        label={nameLabel}
        value={draft.fields.name}
        maxLength={MAX_CONTACT_NAME_CHARACTERS}
        isRequired
        error={form.errorOf('name')}
        onChange={(name) => draft.change({ name })}
      />
      {children}
      <Button type="primary" htmlType="submit" size="large" disabled={form.isSending}>
        {form.isSending ? `${progress} …` : 'Submit'}
      </Button>
    </form>
  )
}
