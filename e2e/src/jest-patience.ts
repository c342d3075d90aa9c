import { closeBrowser } from './browser'

// Generous for a browser on a busy machine with two cores, because every wait is for a condition.
jest.setTimeout(120_000)
afterAll(closeBrowser)
