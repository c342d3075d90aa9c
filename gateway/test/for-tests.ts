interface Started {
  close(): Promise<unknown>
}

/** The value of `start`, for all tests of this block. */
export const forTests = <T extends Started>(start: () => Promise<T>): T => between(beforeAll, afterAll, start)

/** The same, started anew for each of them. */
export const forEachTest = <T extends Started>(start: () => Promise<T>): T =>
  between(beforeEach, afterEach, start)

type Hook = (callback: () => Promise<unknown>) => void

function between<T extends Started>(before: Hook, after: Hook, start: () => Promise<T>): T {
  let started: T | undefined
  before(async () => (started = await start()))
  after(async () => started?.close())
  return new Proxy({} as T, { get: (_target, name) => started?.[name as keyof T] })
}
