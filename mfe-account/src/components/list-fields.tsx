import { CONTACT_MESSAGES, isSeen, LIST_NAME_LENGTH, MEMBER_NAME_LENGTH } from '@offquad/contracts'
import { Button, Checkbox, TextField } from '@offquad/ui'
import { type Form, useForm, useUser } from '@offquad/web-kit'
import { type ReactNode, useEffect, useState } from 'react'

/** A member's appearance to the other members. */
export interface Appearance {
  memberName: string
  showsMinutes: boolean
}

/** The initial name is the reader's first name. */
export function useAppearance(initial?: Appearance) {
  const user = useUser()
  const [chosen, choose] = useState(initial)
  const firstName = user?.displayName.split(' ')[0]?.slice(0, MEMBER_NAME_LENGTH) ?? ''
  return [chosen ?? { memberName: firstName, showsMinutes: true }, choose] as const
}

interface AppearanceFieldsProps {
  value: Appearance
  /** Error of the name. */
  error?: string | undefined
  onChange: (value: Appearance) => void
}

export const AppearanceFields = ({ value, error, onChange }: AppearanceFieldsProps) => (
  <>
    <TextField
      label="Your first name"
      hint="What the members of the list call you. They see nothing else of your account."
      isRequired
      value={value.memberName}
      error={error}
      maxLength={MEMBER_NAME_LENGTH}
      onChange={(memberName) => onChange({ ...value, memberName })}
    />
    <Checkbox
      checked={value.showsMinutes}
      onChange={({ target }) => onChange({ ...value, showsMinutes: target.checked })}
    >
      Show members how far each place is for me: under 10, 20 or 30 minutes, or more. They do not see where I
      go.
    </Checkbox>
  </>
)

interface ListNameFieldProps {
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

export const ListNameField = (field: ListNameFieldProps) => (
  <TextField
    label="Name of the list"
    isRequired
    maxLength={LIST_NAME_LENGTH}
    count={{ of: field.value.length, most: LIST_NAME_LENGTH }}
    {...field}
  />
)

interface ListFormProps {
  label: string
  /** The fields; all texts among them are required. */
  values?: object
  /** Closes the form. Present if submitting deletes data. */
  onCancel?: () => void
  onSubmit: (idempotencyKey: string) => Promise<unknown>
  children: ReactNode | ((errorOf: Form['errorOf']) => ReactNode)
}

/** A short form; the button shows while it is being sent. */
export function ListForm({ label, values = {}, onCancel, onSubmit, children }: ListFormProps) {
  const { formProps, errorOf, isSending } = useForm({
    values,
    validate: missingTexts,
    send: (_, idempotencyKey) => onSubmit(idempotencyKey),
  })
  const { ref } = formProps
  // A dialog would focus its close button, which the next space would press.
  useEffect(() => ref.current?.querySelector<HTMLElement>('dialog :is(input, textarea)')?.focus(), [ref])
  return (
    <form {...formProps} className="offquad-stack">
      {typeof children === 'function' ? children(errorOf) : children}
      <p className="offquad-cluster">
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="primary" htmlType="submit" danger={onCancel !== undefined} loading={isSending}>
          {label}
        </Button>
      </p>
    </form>
  )
}

const missingTexts = (values: object) =>
  Object.entries(values)
    .filter(([, value]) => typeof value === 'string' && !isSeen(value))
    .map(([field]) => ({ field, message: CONTACT_MESSAGES.required }))
