import { format } from 'node:util'
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

// A test fails by what was printed: warnings of React, and errors of the page that it has not expected.
const printed: string[] = []
const note = (...parts: unknown[]) => void printed.push(format(...parts))
Object.assign(console, { error: note, warn: note })
const throwIfPrinted = () => expect(printed.splice(0)).toEqual([])
afterEach(throwIfPrinted)
afterAll(throwIfPrinted)

function isAttempt(): boolean {
  const settings: object = getConfig()
  return (
    '_disableExpensiveErrorDiagnostics' in settings && settings._disableExpensiveErrorDiagnostics === true
  )
}
