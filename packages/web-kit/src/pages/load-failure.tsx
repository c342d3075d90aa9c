import { Button, StateMessage } from '@offquad/ui'
import { type ProblemError } from '../api/problem-error'

interface LoadFailureProps {
  /** What is missing: 'The questions cannot be loaded right now.' */
  title: string
  error: ProblemError
  onRetry: () => unknown
}

/** Stands where data would that could not be read; says why and offers another attempt. */
export function LoadFailure({ title, error, onRetry }: LoadFailureProps) {
  return (
    <StateMessage
      title={title}
      detail={error.message}
      action={<Button onClick={() => void onRetry()}>Try again</Button>}
    />
  )
}
