import './contact.css'
import {
  addContactQuestion,
  MAX_CONTACT_EMAIL_CHARACTERS,
  MAX_CONTACT_MESSAGE_CHARACTERS,
  MAX_CONTACT_NAME_CHARACTERS,
  validateQuestionForm,
} from '@offquad/contracts'
import { Button, showToast, TextField } from '@offquad/ui'
import { api, university, useForm, useUser, withUser } from '@offquad/web-kit'
import { useState } from 'react'
import { CONTACT_FAILURE } from './contact-failure'

export function QuestionForm({ onSent }: { onSent: () => void }) {
  const user = useUser()
  const [name, setName] = useState(user?.displayName ?? '')
  const [email, setEmail] = useState(user?.email ?? '')
  const [msg, setMsg] = useState('')
  const { ref, errorOf, isSending, submit } = useForm({
    values: { name: name.trim(), email: email.trim(), msg: msg.trim() },
    validate: validateQuestionForm,
    async send(question) {
      await withUser('ask us a question', () => api(addContactQuestion, { body: question }))
      showToast('success', 'Question submitted! The admin will be notified.')
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
        label="Name"
        value={name}
        maxLength={MAX_CONTACT_NAME_CHARACTERS}
        isRequired
        error={errorOf('name')}
        onChange={setName}
      />
      <TextField
        label={`${university().name} Email`}
        type="email"
        value={email}
        maxLength={MAX_CONTACT_EMAIL_CHARACTERS}
        isRequired
        error={errorOf('email')}
        onChange={setEmail}
      />
      <TextField
        label="Message"
        value={msg}
        rows={6}
        maxLength={MAX_CONTACT_MESSAGE_CHARACTERS}
        isRequired
        error={errorOf('msg')}
        onChange={setMsg}
      />
      <Button type="primary" htmlType="submit" size="large" disabled={isSending}>
        {isSending ? 'Sending …' : 'Submit'}
      </Button>
    </form>
  )
}
