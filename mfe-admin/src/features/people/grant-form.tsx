import './people.css'
import { type Role } from '@offquad/contracts'
import { Button, ChoiceRow, showToast, TextField } from '@offquad/ui'
import { university, useForm } from '@offquad/web-kit'
import { useState } from 'react'
import { ROLE_NAMES, useSetRole } from './use-people'

const GRANTED = ['developer', 'admin'] as const satisfies readonly Role[]

/** Gives a role to the owner of an address, who may not have signed in yet. */
export function GrantForm() {
  const { emailDomain } = university()
  const setRole = useSetRole()
  const [email, setEmail] = useState('')
  const [role, setChosenRole] = useState<(typeof GRANTED)[number]>('developer')
  const { ref, errorOf, isSending, submit } = useForm({
    values: { email, role },
    validate: (values) =>
      values.email.trim().toLowerCase().endsWith(`@${emailDomain}`)
        ? []
        : [{ field: 'email', message: `Please enter an address that ends with @${emailDomain}.` }],
    send: async (values) => {
      const person = await setRole(values.email.trim(), values.role)
      showToast('success', `${person.displayName ?? person.email}: ${ROLE_NAMES[person.role]}`)
      setEmail('')
    },
    failure: (error) => (error as Error).message,
  })
  return (
    <section className="admin-section" aria-labelledby="grant">
      <h2 id="grant">Grant a role</h2>
      <p className="admin-soft">
        Developers may put slices from their own machine on the pages. Administrators decide about reviews,
        data and people. A person whose role changes signs in again.
      </p>
      <form
        ref={ref}
        className="people-grant"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextField
          label="E-mail address"
          type="email"
          value={email}
          maxLength={254}
          isRequired
          error={errorOf('email')}
          hint={`@${emailDomain}; they need not have signed in yet`}
          onChange={setEmail}
        />
        <ChoiceRow
          label="Role"
          value={role}
          options={GRANTED.map((value) => ({ value, label: ROLE_NAMES[value] }))}
          onChange={setChosenRole}
        />
        <Button type="primary" htmlType="submit" loading={isSending}>
          Grant
        </Button>
      </form>
    </section>
  )
}
