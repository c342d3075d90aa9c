import { act, renderHook } from '@testing-library/react'
import { Type } from 'typebox'
import { readSession, useSessionState } from './session-state'

const Count = Type.Number()
afterEach(() => sessionStorage.clear())

describe('the state of a session', () => {
  it('is what the tab has stored, and is stored when it is set, each change upon the one before', () => {
    sessionStorage.setItem('offquad/count', '3')
    const { result } = renderHook(() => useSessionState('count', Count, 0))

    act(() => {
      result.current[1]((count) => count + 1)
      result.current[1]((count) => count * 2)
    })

    expect(result.current[0]).toBe(8)
    expect(readSession('count', Count)).toBe(8)
  })

  it('is another one where its name is', () => {
    const { result, rerender } = renderHook(({ name }) => useSessionState(name, Count, 0), {
      initialProps: { name: 'count' },
    })
    act(() => result.current[1](5))

    rerender({ name: 'another' })

    expect(result.current[0]).toBe(0)
    expect(readSession('count', Count)).toBe(5)
  })

  it.each([
    ['a value', 0],
    ['an update', (count: number) => count - 5],
  ])('is stored by a component that has left the page: %s', (_what, next) => {
    const { result, unmount } = renderHook(() => useSessionState('count', Count, 0))
    act(() => result.current[1](5))
    unmount()

    result.current[1](next)

    expect(readSession('count', Count)).toBe(0)
  })
})
