import { createReview, signOut as signOutCall } from '@offquad/contracts'
import { waitFor } from '@testing-library/react'
import { signOut } from '../session/session'
import { replaceSession } from '../session/session-store'
import { MAYA } from '../testing'
import { draftAt, draftKeyOf } from './drafts'
import { submitDraft } from './send-draft'

const KEY = draftKeyOf(MAYA.uid, 'review/apartment/7')
const OTHER = { ...MAYA, uid: 'u2' }

/** Submits a draft whose pictures are uploaded once the test says so. */
async function submit() {
  const calls: string[] = []
  globalThis.fetch = (input) => {
    calls.push(String(input))
    return Promise.resolve(new Response(null, { status: 204 }))
  }
  let endUpload: ((urls: string[]) => void) | undefined
  const result = submitDraft(KEY, {
    fields: { reviewText: 'Warm in winter.' },
    pictures: ['/media/a.webp'],
    upload: () => new Promise((resolve) => (endUpload = resolve)),
    label: 'Your review',
    sentMessage: 'Review submitted!',
    call: createReview,
    body: {},
  })
  await waitFor(() => expect(endUpload).toBeDefined())
  return { calls, result, endUpload: () => endUpload?.(['/media/a.webp']) }
}

describe('a submitted draft', () => {
  beforeEach(() => replaceSession({ user: MAYA, accessToken: 't1' }))
  afterEach(() => {
    replaceSession(undefined)
    localStorage.clear()
  })

  it.each([
    ['its author signs out', signOut, [signOutCall.path]],
    ['someone else signs in', async () => replaceSession({ user: OTHER, accessToken: 't2' }), []],
  ])(
    'is not sent, and a draft again, when %s while its pictures are uploaded',
    async (_, change, expected) => {
      const { calls, result, endUpload } = await submit()

      await change()
      endUpload()

      await expect(result).rejects.toMatchObject({ name: 'SignInError' })
      expect(calls).toEqual(expected)
      expect(draftAt(KEY).get()).toMatchObject({ fields: { reviewText: 'Warm in winter.' } })
      expect(draftAt(KEY).get()?.submission).toBeUndefined()
    },
  )
})
