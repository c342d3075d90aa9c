import { act, renderHook } from '@testing-library/react'
import { MAYA, replaceUser } from '../testing'
import { requireUser, SignInError, useSignInRequest } from './sign-in-request'

it('is answered by the account that was chosen for an earlier one, whose window was still open', async () => {
  const { result } = renderHook(useSignInRequest)
  let earlier: Promise<void> | undefined
  let later: Promise<unknown> | undefined
  act(() => void (earlier = expect(requireUser('save this apartment')).rejects.toThrow(SignInError)))
  const shown = result.current
  act(() => shown?.cancel())
  act(() => void (later = requireUser('leave a review')))

  act(() => shown?.resolve(MAYA))

  await earlier
  expect(await later).toBe(MAYA)
  expect(result.current).toBeUndefined()
})

it('is answered when the visitor signs in in another tab', async () => {
  const { result } = renderHook(useSignInRequest)
  let user: Promise<unknown> | undefined
  act(() => void (user = requireUser('save this apartment')))

  replaceUser(MAYA)

  expect(await user).toBe(MAYA)
  expect(result.current).toBeUndefined()
  replaceUser(undefined)
})
