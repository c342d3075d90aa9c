import './contact.css'
import {
  addPendingBuilding,
  MAX_CONTACT_ADDRESS_CHARACTERS,
  MAX_CONTACT_NAME_CHARACTERS,
  MAX_CONTACT_PHOTOS,
  PHOTO_MAX_BYTES,
  validateApartmentForm,
} from '@offquad/contracts'
import { Button, PhotoPicker, showToast, TextField } from '@offquad/ui'
import { api, useForm, usePhotoUploads, withUser } from '@offquad/web-kit'
import { useState } from 'react'
import { CONTACT_FAILURE } from './contact-failure'

interface ApartmentFormProps {
  /** What was looked for in vain. */
  name: string
  onSent: () => void
}

export function ApartmentForm({ name: first, onSent }: ApartmentFormProps) {
  const [name, setName] = useState(first)
  const [address, setAddress] = useState('')
  const [files, setFiles] = useState<File[]>([])
  const { upload, progress, refused } = usePhotoUploads()
  const { ref, errorOf, isSending, submit } = useForm({
    values: { name, address, photos: files },
    validate: () => validateApartmentForm({ name, address, photos: [] }),
    async send() {
      await withUser('tell us of an apartment', async () => {
        const photos = await upload(files)
        await api(addPendingBuilding, { body: { name: name.trim(), address: address.trim(), photos } })
      })
      showToast('success', 'Form submitted! Your apartment information will be reviewed by the admin.')
      onSent()
    },
    failure: CONTACT_FAILURE,
  })
  return (
    <form
      ref={ref}
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
        error={errorOf('photos')}
        wrong={refused}
        onChange={setFiles}
      />
      <Button type="primary" htmlType="submit" size="large" disabled={isSending}>
        {isSending ? `${progress ?? 'Sending'} …` : 'Submit'}
      </Button>
    </form>
  )
}
