import './writing.css'
import { useMediaQuery, useOverlayHistory } from '@offquad/ui'
import { type useForm } from '@offquad/web-kit'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'

interface Step {
  name: string
  /** The names of the step's fields; an error in one opens the step. */
  fields: string[]
}

/** On a phone, the steps of a form one at a time; elsewhere the whole form. An incomplete step shows its errors. */
export function useFormSteps(
  steps: readonly Step[],
  { errorOf, check }: Pick<ReturnType<typeof useForm>, 'errorOf' | 'check'>,
) {
  const isPhone = useMediaQuery('(max-width: 600px)')
  const [current, setCurrent] = useState(0)
  const [attempts, setAttempts] = useState({ made: 0, answered: 0 })
  const shown = useRef<HTMLDivElement>(null)
  const isMoving = useRef(false)
  // While rendering, so that the field with the error is there when the form focuses it.
  const faulty = steps.findIndex(({ fields }) => fields.some((field) => errorOf(field) !== undefined))
  if (faulty >= 0 && attempts.answered < attempts.made) {
    setAttempts({ ...attempts, answered: attempts.made })
    setCurrent(faulty)
  }
  useEffect(() => {
    if (isMoving.current) shown.current?.focus()
    isMoving.current = false
  }, [current])
  // The browser's Back goes one step back.
  useOverlayHistory(isPhone && current > 0, () => go(0))
  useOverlayHistory(isPhone && current > 1, () => go(1))

  function go(step: number): void {
    isMoving.current = true
    setCurrent(step)
  }

  const isLast = !isPhone || current === steps.length - 1
  return {
    isLast,
    /** Absent on the first step. */
    back: isPhone && current > 0 ? () => go(current - 1) : undefined,
    text: isPhone ? `${current + 1} of ${steps.length}` : undefined,
    /** The reader's progress, from 0 to 1; like `text`. */
    share: isPhone ? (current + 1) / steps.length : undefined,
    /** Whether the field is among those on screen. */
    shows: (field: string) => !isPhone || steps[current]?.fields.includes(field) === true,
    formProps: (submit: (event: FormEvent) => void) => ({
      onSubmit(event: FormEvent) {
        if (isLast) {
          setAttempts({ ...attempts, made: attempts.made + 1 })
          submit(event)
        } else {
          event.preventDefault()
          if (check(steps[current]?.fields ?? [])) go(current + 1)
        }
      },
    }),
    propsOf: (step: number) => ({
      name: steps[step]?.name ?? '',
      isAlone: isPhone,
      isHidden: isPhone && step !== current,
      ref: step === current ? shown : undefined,
    }),
  }
}

interface FormStepProps {
  name: string
  isAlone: boolean
  isHidden: boolean
  ref: React.Ref<HTMLDivElement> | undefined
  children: ReactNode
}

export const FormStep = ({ name, isAlone, isHidden, ref, children }: FormStepProps) => (
  <div
    ref={ref}
    className="reviews-form-step"
    hidden={isHidden}
    {...(isAlone && { role: 'group', 'aria-label': name, tabIndex: -1 })}
  >
    {isAlone && <h3>{name}</h3>}
    {/* The draft holds the values of the fields: a hidden step need not be rendered. */}
    {!isHidden && children}
  </div>
)
