import { LIST_NAME_LENGTH, MEMBER_NAME_LENGTH } from '@offquad/contracts'
import { Button, Checkbox, TextField } from '@offquad/ui'
import { useUser } from '@offquad/web-kit'
import { type ReactNode, useEffect, useRef, useState } from 'react'

/** How one appears to the other members. */
export interface Appearance {
  memberName: string
  showsMinutes: boolean
}

/** At first the reader's own first name. */
export function useAppearance(known?: Appearance) {
  const user = useUser()
  const [chosen, choose] = useState(known)
  const firstName = user?.displayName.split(' ')[0]?.slice(0, MEMBER_NAME_LENGTH) ?? ''
  return [chosen ?? { memberName: firstName, showsMinutes: true }, choose] as const
}

interface AppearanceFieldsProps {
  value: Appearance
  onChange: (value: Appearance) => void
}

export const AppearanceFields = ({ value, onChange }: AppearanceFieldsProps) => (
  <>
    <TextField
      label="Your first name"
      hint="What the members of the list call you. They see nothing else of your account."
      isRequired
      value={value.memberName}
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

export const ListNameField = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <TextField
    label="Name of the list"
    isRequired
    value={value}
    maxLength={LIST_NAME_LENGTH}
    onChange={onChange}
  />
)

interface ListFormProps {
  label: string
  /** Where something is lost: has a button to leave it as it is. */
  onCancel?: () => void
  /** @returns false if it was not stored, so that the form stays as it is */
  onSubmit: () => Promise<unknown>
  children?: ReactNode
}

/** A short form, whose button shows that it is being sent. */
export function ListForm({ label, onCancel, onSubmit, children }: ListFormProps) {
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // In a dialog the browser chooses the close button, which the next press of space would press.
  useEffect(() => form.current?.querySelector<HTMLElement>('dialog :is(input, textarea)')?.focus(), [])
  return (
    <form
      ref={form}
      className="offquad-stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy) return
        setIsBusy(true)
        void onSubmit().finally(() => setIsBusy(false))
      }}
    >
      {children}
      <p className="offquad-cluster">
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="primary" htmlType="submit" danger={onCancel !== undefined} loading={isBusy}>
          {label}
        </Button>
      </p>
    </form>
  )
}
