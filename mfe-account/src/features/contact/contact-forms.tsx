import {
  addContactQuestion,
  addPendingBuilding,
  MAX_CONTACT_ADDRESS_CHARACTERS,
  MAX_CONTACT_EMAIL_CHARACTERS,
  MAX_CONTACT_MESSAGE_CHARACTERS,
  MAX_CONTACT_NAME_CHARACTERS,
  MAX_CONTACT_PHOTOS,
  PHOTO_MAX_BYTES,
  validateApartmentForm,
  validateQuestionForm,
} from '@offquad/contracts'
import { Button, PhotoPicker, showToast, TextField } from '@offquad/ui'
import { api, university, useForm, usePhotoUploads, useUser, withUser } from '@offquad/web-kit'
import { useState } from 'react'

const FAILURE = 'Error submitting form. Please try again.'

interface ApartmentFormProps {
  /** The search that found nothing. */
  initialName: string
  onSent: () => void
}

export function ApartmentForm({ initialName, onSent }: ApartmentFormProps) {
  const [name, setName] = useState(initialName)
  const [address, setAddress] = useState('')
  const [files, setFiles] = useState<File[]>([])
  const { upload, progress, refused } = usePhotoUploads()
  const form = useForm({
    values: { name, address, photos: files },
    validate: () => validateApartmentForm({ name, address, photos: [] }),
    async send(_, idempotencyKey) {
      await withUser('tell us about an apartment', async () => {
        const photos = await upload(files)
        await api(addPendingBuilding, {
          body: {
            name: name.trim(),
            address: address.trim(),
            photos,
          },
          idempotencyKey,
        })
      })
      showToast('success', 'Form submitted! Your apartment information will be reviewed by the admin.')
      onSent()
    },
    failure: FAILURE,
  })
  return (
    <form {...form.formProps} className="account-contact">
      <NameField
        label="Name of the apartment or building"
        value={name}
        error={form.errorOf('name')}
        onChange={setName}
      />
      <TextField
        label="Address"
        value={address}
        maxLength={MAX_CONTACT_ADDRESS_CHARACTERS}
        error={form.errorOf('address')}
        onChange={setAddress}
      />
      <PhotoPicker
        label="Pictures"
        files={files}
        max={MAX_CONTACT_PHOTOS}
        maxBytes={PHOTO_MAX_BYTES}
        error={form.errorOf('photos')}
        wrong={refused}
        onChange={setFiles}
      />
      <SubmitButton isSending={form.isSending} progress={progress} />
    </form>
  )
}

export function QuestionForm({ onSent }: { onSent: () => void }) {
  const user = useUser()
  const [name, setName] = useState(user?.displayName ?? '')
  const [email, setEmail] = useState(user?.email ?? '')
  const [msg, setMsg] = useState('')
  const form = useForm({
    values: { name: name.trim(), email: email.trim(), msg: msg.trim() },
    validate: validateQuestionForm,
    async send(question, idempotencyKey) {
      await withUser('ask us a question', () => api(addContactQuestion, { body: question, idempotencyKey }))
      showToast('success', 'Question submitted! The admin will be notified.')
      onSent()
    },
    failure: FAILURE,
  })
  return (
    <form {...form.formProps} className="account-contact">
      <NameField label="Name" value={name} error={form.errorOf('name')} onChange={setName} />
      <TextField
        label={`${university().name} Email`}
        type="email"
        value={email}
        maxLength={MAX_CONTACT_EMAIL_CHARACTERS}
        isRequired
        error={form.errorOf('email')}
        onChange={setEmail}
      />
      <TextField
        label="Message"
        value={msg}
        rows={6}
        maxLength={MAX_CONTACT_MESSAGE_CHARACTERS}
        isRequired
        error={form.errorOf('msg')}
        onChange={setMsg}
      />
      <SubmitButton isSending={form.isSending} />
    </form>
  )
}

interface NameFieldProps {
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function NameField(props: NameFieldProps) {
  return <TextField {...props} maxLength={MAX_CONTACT_NAME_CHARACTERS} isRequired />
}

/** @param progress 'Picture 2 of 3', while pictures are uploaded */
function SubmitButton({ isSending, progress = 'Sending' }: { isSending: boolean; progress?: string }) {
  return (
    <Button type="primary" htmlType="submit" size="large" disabled={isSending}>
      {isSending ? `${progress} …` : 'Submit'}
    </Button>
  )
}
