import { configure } from '@testing-library/react'

// Bounds on waiting, not delays: a busy machine takes seconds to render what usually takes milliseconds.
configure({ asyncUtilTimeout: 15_000 })
jest.setTimeout(60_000)
