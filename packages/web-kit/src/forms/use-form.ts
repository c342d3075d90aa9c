import { type FieldError } from '@offquad/contracts'
import { showToast } from '@offquad/ui'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { newIdempotencyKey } from '../api/idempotency-key'
import { ProblemError } from '../api/problem-error'
import { failureText } from '../session/sign-in-request'

interface FormOptions<Values extends object> {
  /** Values of the fields, by the names of the contract's schema. */
  values: Values
  /** Errors that are found before anything is sent; an empty list allows sending. */
  validate: (values: Values) => FieldError[]
  /**
   * Sends the form. When it throws, the form keeps its values.
   * @param idempotencyKey for a call that takes one: the same for every attempt with the same values, until one succeeds.
   * A retry after a lost response then does not create a second entry.
   */
  send: (values: Values, idempotencyKey: string) => Promise<unknown>
  /** Text of the toast for an error that belongs to no field; by default the error's message. */
  failure?: string | ((error: unknown) => string)
}

export interface Form {
  /** Ref of the form element. */
  ref: RefObject<HTMLFormElement | null>
  /** The error of a field, until its value changes. */
  errorOf: (field: string) => string | undefined
  isSending: boolean
  /** Validates and sends; ignored while an earlier submit is still running. */
  submit: () => Promise<void>
}

interface FormControl extends Form {
  /** Shows the errors of these fields, for a form in steps; true if there are none. */
  check: (fields: readonly string[]) => boolean
  /** Props of the `<form>` element: they turn off the browser's validation and call `submit`. */
  formProps: {
    ref: RefObject<HTMLFormElement | null>
    noValidate: true
    onSubmit: (event: FormEvent) => void
  }
}

interface ShownError extends FieldError {
  /** The value that the server rejected; undefined for errors that `validate` found. */
  rejected?: { value: unknown }
}

/**
 * State of a form: validation, sending, and errors. Errors appear at their fields and the first one gets the focus; an
 * error that belongs to no field of the form becomes a toast.
 * @example
 * const { formProps, errorOf, isSending } = useForm({ values: { name }, validate, send, failure: 'It was not sent.' })
 * return <form {...formProps}>…</form>
 */
export function useForm<Values extends object>({
  values,
  validate,
  send,
  failure = (error) => (error as Error).message,
}: FormOptions<Values>): FormControl {
  const ref = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<ShownError[]>([])
  const [rejections, setRejections] = useState(0)
  const [isSending, setIsSending] = useState(false)
  const isBusy = useRef(false)
  const failedAttempt = useRef<{ values: Values; idempotencyKey: string }>(undefined)
  const shown = currentErrors(errors, values, validate)

  useEffect(() => {
    if (rejections > 0) focusFirstError(ref.current)
  }, [rejections])

  function show(next: ShownError[]): void {
    setErrors(next)
    if (next.length > 0) setRejections((count) => count + 1)
  }

  function showFailure(error: unknown): void {
    const rejected = error instanceof ProblemError ? error.errors : []
    const fieldErrors = rejected.flatMap(({ field, message }) => {
      const name = [field, ...field.split(/[./]/)].find((part) => part in values)
      // The detail of a single error may say more, such as which word is not allowed.
      const detail = rejected.length === 1 && error instanceof ProblemError ? error.detail : ''
      return name === undefined
        ? []
        : [
            {
              field: name,
              message: detail.startsWith(message) ? detail : message,
              rejected: { value: valueOf(values, name) },
            },
          ]
    })
    show(fieldErrors)
    if (fieldErrors.length > 0) return
    showToast('error', failureText(error, typeof failure === 'string' ? failure : failure(error)))
  }

  function check(fields?: readonly string[]): boolean {
    const invalid = validate(values).filter(({ field }) => fields?.includes(field) ?? true)
    show(invalid)
    return invalid.length === 0
  }

  async function submit(): Promise<void> {
    if (isBusy.current || !check()) return
    isBusy.current = true
    setIsSending(true)
    const { current: failed } = failedAttempt
    const idempotencyKey =
      failed && haveSameValues(failed.values, values) ? failed.idempotencyKey : newIdempotencyKey()
    failedAttempt.current = { values, idempotencyKey }
    try {
      await send(values, idempotencyKey)
      failedAttempt.current = undefined
    } catch (error) {
      showFailure(error)
    } finally {
      isBusy.current = false
      setIsSending(false)
    }
  }

  return {
    ref,
    formProps: {
      ref,
      noValidate: true,
      onSubmit(event) {
        event.preventDefault()
        void submit()
      },
    },
    isSending,
    errorOf: (field) => shown.find((error) => error.field === field)?.message,
    submit,
    check,
  }
}

/** Errors that still apply: errors of `validate` are checked again, the server's last until the field changes. */
function currentErrors<Values extends object>(
  errors: ShownError[],
  values: Values,
  validate: (values: Values) => FieldError[],
): FieldError[] {
  if (errors.length === 0) return []
  const messages = new Map(validate(values).map(({ field, message }) => [field, message]))
  return errors.flatMap(({ field, message, rejected }) => {
    if (rejected) return isSame(valueOf(values, field), rejected.value) ? [{ field, message }] : []
    const current = messages.get(field)
    return current === undefined ? [] : [{ field, message: current }]
  })
}

const valueOf = (values: object, field: string): unknown => (values as Record<string, unknown>)[field]

/** Lists are equal when their members are. */
const isSame = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length && a.every((member, index) => Object.is(member, b[index]))
    : Object.is(a, b)

const haveSameValues = (a: object, b: object): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.keys(a).every((name) => isSame(valueOf(a, name), valueOf(b, name)))

const CONTROLS = 'input, textarea, select, button, [tabindex]'

/** Focuses the first field with an error; in a group of radio buttons the checked or else the first button. */
function focusFirstError(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid=true]')
  const control = field?.matches(CONTROLS)
    ? field
    : (field?.querySelector<HTMLElement>('input:checked') ?? field?.querySelector<HTMLElement>(CONTROLS))
  control?.focus({ preventScroll: true, focusVisible: true })
  field?.scrollIntoView({ block: 'center' })
}
