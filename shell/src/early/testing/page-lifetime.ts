/** Gives each test timers that it advances, and removes the listeners that its page has added to the window. */
export function endPageAfterEach(): void {
  beforeEach(() => {
    jest.useFakeTimers()
    jest.spyOn(window, 'addEventListener')
  })
  afterEach(() => {
    for (const [type, listener, options] of jest.mocked(window.addEventListener).mock.calls)
      window.removeEventListener(type, listener, options)
    jest.restoreAllMocks()
    jest.useRealTimers()
  })
}
