import { configure } from '@testing-library/react'

// Generous timeouts, because rendering that usually takes milliseconds can take seconds on a busy machine.
configure({ asyncUtilTimeout: 15_000 })
jest.setTimeout(60_000)
