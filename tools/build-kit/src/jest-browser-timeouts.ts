import { configure, getConfig } from '@testing-library/react'

const { getElementError } = getConfig()

configure({
  // Generous timeouts, because rendering that usually takes milliseconds can take seconds on a busy machine.
  asyncUtilTimeout: 15_000,
  // While it waits it prints the document for each attempt, and once more for the error that is thrown at the end.
  getElementError: (message, container) =>
    isAttempt() ? new Error(message ?? undefined) : getElementError(message, container),
})
jest.setTimeout(60_000)

function isAttempt(): boolean {
  const settings: object = getConfig()
  return (
    '_disableExpensiveErrorDiagnostics' in settings && settings._disableExpensiveErrorDiagnostics === true
  )
}
