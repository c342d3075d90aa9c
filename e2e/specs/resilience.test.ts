import { openPage } from '../src/browser'
import { killOnce, readRun, sharedPlatform, waitFor } from '../src/platform'

const { url, dataDir } = sharedPlatform()

/** Kills a process whenever the start command restarts it, until it is released. */
function keepDown(name: string): { isDown(): Promise<void>; release(): Promise<void> } {
  let isHeld = true
  const kills = (async () => {
    const killed = new Set<number>()
    while (isHeld) {
      const { processes } = await readRun(dataDir)
      const pid = processes.find((process) => process.name.includes(name))?.pid
      if (pid && !killed.has(pid)) {
        process.kill(pid, 'SIGKILL')
        killed.add(pid)
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  const readiness = async () => (await fetch(`${url}/readyz/${name}`)).status
  return {
    isDown: async () => void (await waitFor(`${name} to be down`, async () => (await readiness()) === 503)),
    async release() {
      isHeld = false
      await kills
      await waitFor(`${name} to be back`, async () => (await readiness()) === 200, 60_000)
    },
  }
}

/** Restarts the gateway to empty its cache. */
async function emptyGateway(): Promise<void> {
  await killOnce('gateway')
  await waitFor('the gateway', async () => (await fetch(`${url}/healthz`)).status === 200)
}

/** The message of each page while listings are unavailable. */
const CATALOG_AWAY: [path: string, message: string][] = [
  ['/', 'These listings cannot be loaded right now.'],
  ['/search?q=lane', 'The search cannot be run right now.'],
  ['/apartment/demo-1', 'It seems as though the page you are looking for cannot be found!'],
]

describe('while one service is down', () => {
  const problemOf = async (path: string) => {
    const response = await fetch(url + path)
    return { status: response.status, ...((await response.json()) as { detail?: string }) }
  }

  it('svc-reviews: listings stay, and reviews show an error until it recovers', async () => {
    const outage = keepDown('svc-reviews')
    try {
      await outage.isDown()
      await emptyGateway()
      expect(await problemOf('/api/review/APPROVED')).toMatchObject({
        status: 503,
        detail: expect.stringMatching(/Reviews/),
      })
      const { page } = await openPage()
      await page.goto('/apartment/demo-1')

      await page.getByRole('row', { name: /Ho Plaza/ }).waitFor()
      await page.getByText('Reviews cannot be loaded right now.').first().waitFor()
      await outage.release()
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('heading', { name: /Reviews \(\d+\)/ }).waitFor()
      await page.context().close()
    } finally {
      await outage.release()
    }
  })

  it('svc-catalog: questions and the shell stay, and listings show an error', async () => {
    const outage = keepDown('svc-catalog')
    try {
      await outage.isDown()
      await emptyGateway()
      const { page } = await openPage()
      for (const [path, message] of CATALOG_AWAY) {
        await page.goto(path)
        await page.getByText(message).first().waitFor()
      }

      await page.getByRole('link', { name: 'FAQ' }).click()

      await page.locator('summary', { hasText: 'Are reviews anonymous' }).waitFor()
      await page.context().close()
    } finally {
      await outage.release()
    }
  })

  it('svc-users: browsing still works', async () => {
    const outage = keepDown('svc-users')
    try {
      await outage.isDown()
      const { page } = await openPage()
      await page.goto('/')

      await page.getByRole('region', { name: 'Most Loved' }).getByRole('article').first().waitFor()
      expect(await problemOf('/api/auth/me')).toMatchObject({ status: 503 })
      await page.context().close()
    } finally {
      await outage.release()
    }
  })

  it('mongo: cached data stays readable, and it restarts with its data', async () => {
    const home = async () => (await fetch(`${url}/api/page-data/home/8/numReviews`)).json()
    const before = await home()
    const mongoOf = async () =>
      (await readRun(dataDir)).processes.find(({ name, pid }) => name.includes('mongo') && pid !== 0)?.pid
    const pid = await mongoOf()
    if (!pid) throw new Error('mongo is not running')

    process.kill(pid, 'SIGKILL')

    expect(await home()).toEqual(before)
    await waitFor('mongo to be started again', async () => {
      const next = await mongoOf()
      return next !== undefined && next !== pid
    })
    await waitFor(
      'the platform to be ready',
      async () => (await fetch(`${url}/readyz`)).status === 200,
      60_000,
    )
    expect(await home()).toEqual(before)
  })
})
