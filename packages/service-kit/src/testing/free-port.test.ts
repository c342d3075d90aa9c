import { freePort } from './free-port'

it('promises no port to two servers, though neither listens yet', async () => {
  const ports = await Promise.all(Array.from({ length: 90 }, freePort))

  expect(new Set(ports).size).toBe(90)
})
