import { act, renderHook } from '@testing-library/react'
import { MAYA } from '../testing'
import { requireUser, SignInError, useSignInRequest } from './sign-in-request'

it('is answered by the account that was chosen for an earlier one, whose window was still open', async () => {
  const { result } = renderHook(useSignInRequest)
  const request = (isOf: (user: Promise<unknown>) => Promise<void>) =>
    act(() => ({ done: isOf(requireUser('leave a review')) }))
  const earlier = request((user) => expect(user).rejects.toThrow(SignInError))
  const shown = result.current
  act(() => shown?.cancel())
  await earlier.done
  const later = request((user) => expect(user).resolves.toBe(MAYA))

  act(() => shown?.resolve(MAYA))

  await later.done
  expect(result.current).toBeUndefined()
})
