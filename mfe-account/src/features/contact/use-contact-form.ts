import { type FieldError } from '@offquad/contracts'
import { showToast } from '@offquad/ui'
import { ProblemError, SignInError, withUser } from '@offquad/web-kit'
import { type RefObject, useEffect, useRef, useState } from 'react'

interface ContactForm {
  /** What is wrong before anything is sent. */
  validate: () => FieldError[]
  /** Sends it; whatever it throws keeps all that was typed. */
  send: () => Promise<unknown>
  purpose: string
  success: string
  onSent: () => void
}

interface Submission {
  form: RefObject<HTMLFormElement | null>
  errorOf: (field: string) => string | undefined
  isSending: boolean
  submit: () => Promise<void>
}

const FAILURE = 'Error submitting form. Please try again.'

/** Sends a contact form: validates, asks visitors to sign in, marks what is wrong and leads to it. */
export function useContactForm({ validate, send, purpose, success, onSent }: ContactForm): Submission {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldError[]>([])
  const [isSending, setIsSending] = useState(false)

  useEffect(() => {
    if (errors.length === 0) return
    // The form's beginning, and in it the first field that needs somebody.
    form.current?.scrollIntoView({ block: 'start' })
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus({ preventScroll: true })
  }, [errors])

  async function trySending(): Promise<void> {
    await withUser(purpose, send)
    showToast('success', success)
    onSent()
  }

  return {
    form,
    isSending,
    errorOf: (field) => errors.find((error) => error.field === field)?.message,
    async submit() {
      const wrong = validate()
      setErrors(wrong)
      if (wrong.length > 0 || isSending) return
      setIsSending(true)
      try {
        await trySending()
      } catch (error) {
        // Whoever does not sign in has changed their mind, and everything is still there.
        if (error instanceof SignInError) return
        if (error instanceof ProblemError) setErrors(error.errors)
        showToast('error', FAILURE)
      } finally {
        setIsSending(false)
      }
    },
  }
}
