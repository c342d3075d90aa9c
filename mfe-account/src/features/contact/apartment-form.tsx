import './contact.css'
import {
  addPendingBuilding,
  MAX_CONTACT_ADDRESS_CHARACTERS,
  MAX_CONTACT_NAME_CHARACTERS,
  MAX_CONTACT_PHOTOS,
  PHOTO_MAX_BYTES,
  validateApartmentForm,
} from '@offquad/contracts'
import { Button, PhotoPicker, TextField } from '@offquad/ui'
import { api, usePhotoUploads } from '@offquad/web-kit'
import { useState } from 'react'
import { useContactForm } from './use-contact-form'

interface ApartmentFormProps {
  /** What was looked for in vain. */
  name: string
  onSent: () => void
}

export function ApartmentForm({ name: first, onSent }: ApartmentFormProps) {
  const [name, setName] = useState(first)
  const [address, setAddress] = useState('')
  const [files, setFiles] = useState<File[]>([])
  const { upload, progress } = usePhotoUploads()
  const { form, errorOf, isSending, submit } = useContactForm({
    validate: () => validateApartmentForm({ name, address, photos: [] }),
    async send() {
      const photos = await upload(files)
      await api(addPendingBuilding, { body: { name: name.trim(), address: address.trim(), photos } })
    },
    purpose: 'tell us of an apartment',
    success: 'Form submitted! Your apartment information will be reviewed by the admin.',
    onSent,
  })
  return (
    <form
      ref={form}
      noValidate
      className="account-contact"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextField
        label="Name of the apartment or building"
        value={name}
        maxLength={MAX_CONTACT_NAME_CHARACTERS}
        isRequired
        error={errorOf('name')}
        onChange={setName}
      />
      <TextField
        label="Address"
        value={address}
        maxLength={MAX_CONTACT_ADDRESS_CHARACTERS}
        error={errorOf('address')}
        onChange={setAddress}
      />
      <PhotoPicker
        label="Pictures"
        files={files}
        max={MAX_CONTACT_PHOTOS}
        maxBytes={PHOTO_MAX_BYTES}
        onChange={setFiles}
      />
      {errorOf('photos') && <p role="alert">{errorOf('photos')}</p>}
      <Button type="primary" htmlType="submit" size="large" disabled={isSending}>
        {isSending ? `${progress ?? 'Sending'} …` : 'Submit'}
      </Button>
    </form>
  )
}
