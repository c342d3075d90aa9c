import { getFrequentQuestions } from '@offquad/contracts'

it('ends with the first response of the site, not with those that the service worker has kept', async () => {
  document.documentElement.dataset.kept = '2026-11-30'
  const online = jest.fn()
  addEventListener('online', online)
  const { api, isOffline } = await import('./index')
  const respond = (headers?: HeadersInit) => {
    globalThis.fetch = () => Promise.resolve(new Response('[]', { headers }))
    return api(getFrequentQuestions)
  }

  await respond()
  expect(isOffline()).toBe(true)

  await respond({ 'x-request-id': 'r1' })
  await respond({ 'x-request-id': 'r2' })

  expect(isOffline()).toBe(false)
  expect(online).toHaveBeenCalledTimes(1)
})
