import './contact.css'
import {
  addContactQuestion,
  MAX_CONTACT_EMAIL_CHARACTERS,
  MAX_CONTACT_MESSAGE_CHARACTERS,
  MAX_CONTACT_NAME_CHARACTERS,
  validateQuestionForm,
} from '@offquad/contracts'
import { Button, TextField } from '@offquad/ui'
import { api, university, useUser } from '@offquad/web-kit'
import { useState } from 'react'
import { useContactForm } from './use-contact-form'

export function QuestionForm({ onSent }: { onSent: () => void }) {
  const user = useUser()
  const [name, setName] = useState(user?.displayName ?? '')
  const [email, setEmail] = useState(user?.email ?? '')
  const [msg, setMsg] = useState('')
  const question = { name: name.trim(), email: email.trim(), msg: msg.trim() }
  const { form, errorOf, isSending, submit } = useContactForm({
    validate: () => validateQuestionForm(question),
    send: () => api(addContactQuestion, { body: question }),
    purpose: 'ask us a question',
    success: 'Question submitted! The admin will be notified.',
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
