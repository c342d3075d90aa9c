import { withTimeout } from './with-timeout'

describe('withTimeout', () => {
  it('rejects with the time limit when the promise does not settle', async () => {
    await expect(withTimeout(new Promise(() => undefined), 1)).rejects.toThrow('timed out after 1 ms')
  })

  it('settles like the promise', async () => {
    await expect(withTimeout(Promise.resolve('done'), 1_000)).resolves.toBe('done')
    await expect(withTimeout(Promise.reject(new Error('failed')), 1_000)).rejects.toThrow('failed')
  })
})
