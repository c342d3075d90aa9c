import { enterAs } from '../src/people'
import { killOnce, sharedPlatform, waitFor } from '../src/platform'
import { disagreements, lostWrites, type Storm, writeInStorm } from '../src/storm'

const { url } = sharedPlatform()
// Of no other test: a hundred reviews would push its own off their first page.
const APARTMENTS = Array.from({ length: 6 }, (_, index) => `demo-${index + 301}`)

const isReady = async () => (await fetch(`${url}/readyz`)).status === 200

describe('a storm of writes', () => {
  it.each(['svc-reviews', 'svc-reviews worker', 'redis', 'svc-catalog'])(
    'loses nothing that was acknowledged when %s is killed, and counts agree after 5 s',
    async (name) => {
      const authors = await Promise.all(
        ['ada', 'ben', 'cleo', 'dan'].map((first) => enterAs(`${first}.storm@cornell.edu`)),
      )
      const admin = await enterAs('admin@cornell.edu')
      const ledger: Storm['ledger'] = new Map()
      const storm = { authors, admin, ledger, apartments: APARTMENTS, landlordId: 'demo-landlord-1' }
      let isStorming = true
      let round = 0
      const writers = Array.from({ length: 8 }, async () => {
        while (isStorming) await writeInStorm(storm, round++)
      })
      await waitFor('reviews to be written', async () => ledger.size >= 20)
      const before = ledger.size

      await killOnce(name)
      await waitFor('more reviews to be written', async () => ledger.size >= before + 20)
      isStorming = false
      await Promise.all(writers)
      await waitFor('the platform to be ready', isReady, 60_000)

      await waitFor(
        'counts to agree',
        async () => (await disagreements(url, APARTMENTS)).length === 0,
        5_000,
      ).catch(async () => expect(await disagreements(url, APARTMENTS)).toEqual([]))
      expect(await lostWrites(admin, ledger)).toEqual([])
    },
  )
})
