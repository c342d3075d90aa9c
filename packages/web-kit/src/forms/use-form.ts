import { type FieldError } from '@offquad/contracts'
import { showToast } from '@offquad/ui'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { ProblemError } from '../api/problem-error'
import { SignInError } from '../session/sign-in-request'

interface FormOptions<Values extends object> {
  /** What the fields hold, by the names that the contract and the service call them. */
  values: Values
  /** What is wrong before anything is sent; none: it may be sent. */
  validate: (values: Values) => FieldError[]
  /** Sends it. Whatever it throws keeps all that was typed. */
  send: (values: Values) => Promise<unknown>
  /** What the toast says when it was not sent and no field is to blame. */
  failure: string | ((error: unknown) => string)
}

export interface Form {
  /** Of the form element. */
  ref: RefObject<HTMLFormElement | null>
  /** What is wrong with a field, until it changes. */
  errorOf: (field: string) => string | undefined
  isSending: boolean
  /** Validates and sends; an attempt while another one is running does nothing. */
  submit: () => Promise<void>
}

interface ShownError extends FieldError {
  /** What the field held when the server refused it; undefined where the form itself found the error. */
  refused?: { value: unknown }
}

/**
 * The one way in which forms are sent: errors stand beside their fields and the first one gets the focus; a toast tells
 * only of what belongs to no field that is shown.
 */
export function useForm<Values extends object>({
  values,
  validate,
  send,
  failure,
}: FormOptions<Values>): Form {
  const ref = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<ShownError[]>([])
  const [rejections, setRejections] = useState(0)
  const [isSending, setIsSending] = useState(false)
  const isBusy = useRef(false)
  const shown = currentErrors(errors, values, validate)

  useEffect(() => {
    if (rejections > 0) focusFirstError(ref.current)
  }, [rejections])

  function show(next: ShownError[]): void {
    setErrors(next)
    if (next.length > 0) setRejections((count) => count + 1)
  }

  function showFailure(error: unknown): void {
    const refused = error instanceof ProblemError ? error.errors : []
    const known = refused.flatMap(({ field, message }) => {
      const name = field.split(/[./]/).find((part) => part in values)
      return name === undefined ? [] : [{ field: name, message, refused: { value: valueOf(values, name) } }]
    })
    show(known)
    if (known.length > 0) return
    if (error instanceof SignInError) showToast('error', error.message)
    else showToast('error', typeof failure === 'string' ? failure : failure(error))
  }

  return {
    ref,
    isSending,
    errorOf: (field) => shown.find((error) => error.field === field)?.message,
    async submit() {
      if (isBusy.current) return
      const wrong = validate(values)
      show(wrong)
      if (wrong.length > 0) return
      isBusy.current = true
      setIsSending(true)
      try {
        await send(values)
      } catch (error) {
        showFailure(error)
      } finally {
        isBusy.current = false
        setIsSending(false)
      }
    },
  }
}

/** Those that still are: what the form found is looked at again, what the server refused until the field changes. */
function currentErrors<Values extends object>(
  errors: ShownError[],
  values: Values,
  validate: (values: Values) => FieldError[],
): FieldError[] {
  if (errors.length === 0) return []
  const wrong = new Map(validate(values).map(({ field, message }) => [field, message]))
  return errors.flatMap(({ field, message, refused }) => {
    if (refused) return isSame(valueOf(values, field), refused.value) ? [{ field, message }] : []
    const current = wrong.get(field)
    return current === undefined ? [] : [{ field, message: current }]
  })
}

const valueOf = (values: object, field: string): unknown => (values as Record<string, unknown>)[field]

/** Lists are the same with the same members. */
const isSame = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? one.length === other.length && one.every((member, index) => Object.is(member, other[index]))
    : Object.is(one, other)

const CONTROLS = 'input, textarea, select, button, [tabindex]'

/** The first field with an error gets the focus; of a group of radio buttons the chosen or the first one. */
function focusFirstError(form: HTMLFormElement | null): void {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid=true]')
  const control = wrong?.matches(CONTROLS)
    ? wrong
    : (wrong?.querySelector<HTMLElement>('input:checked') ?? wrong?.querySelector<HTMLElement>(CONTROLS))
  control?.focus({ preventScroll: true })
  wrong?.scrollIntoView({ block: 'center' })
}
