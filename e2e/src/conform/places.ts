import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { CHOSEN_PLACES_KEY } from '@offquad/contracts'
import { type Page } from 'playwright-core'
import { leaveClosedOverlays } from '../browser'
import { REPOSITORY } from '../platform'
import { ADMIN, DEMO } from '../screens/data-sets'
import { follow, storeInBrowser } from '../screens/screens'

/** A page of a remote, or slots of it on someone's page. */
export interface Place {
  name: string
  kind: 'page' | 'slot'
  /** The user who looks at it. */
  as: string
  /** A page without it. */
  away: string
  /** An address that shows it at once, if there is one. */
  address?: string
  /** Selector of an element that is there while it is mounted. */
  selector: string
  mount(page: Page): Promise<unknown>
  unmount(page: Page): Promise<unknown>
}

interface RemoteJson {
  routes: { path: string; isForAdmins?: boolean }[]
  slots: string[]
}

const NOWHERE = '/nowhere'

export const REMOTES = readdirSync(REPOSITORY).filter((folder) => folder.startsWith('mfe-'))

/** Values for the parameters of routes. */
const PARAMETERS: Record<string, string> = {
  aptId: DEMO.busyApartment,
  landlordId: DEMO.busyLandlord,
  area: DEMO.area,
  slug: 'reading-a-lease',
}
/** Queries for pages that show little without one. */
const QUERIES: Record<string, string> = {
  '/search': `?q=${DEMO.searchText}`,
  '/compare': `?ids=${DEMO.busyApartment},${DEMO.bareApartment}`,
}

async function closeDialog(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await leaveClosedOverlays(page)
}

type Host = Partial<Place> & { address?: string }
const APARTMENT: Host = { address: `/apartment/${DEMO.busyApartment}` }

/** The pages that use each slot. */
const HOSTS: Record<string, Host> = {
  'reviews/apartment-reviews@1': APARTMENT,
  'reviews/leave-review@1': APARTMENT,
  'reviews/landlord-reviews@1': { address: `/landlord/${DEMO.busyLandlord}` },
  'reviews/review-list@1': { address: '/profile' },
  'account/save-toggle@1': APARTMENT,
  'account/save-search@1': { address: `/search?q=${DEMO.searchText}` },
  'account/alert-bell@1': {
    address: '/reviews',
    selector: '.shell-nav [data-app=mfe-account]',
    away: '/admin',
    as: ADMIN,
  },
  'account/contact@1': {
    selector: 'dialog[data-app]',
    mount: (page) => page.getByRole('button', { name: 'Contact Us!' }).click(),
    unmount: closeDialog,
  },
  'reviews/review-suggestion@1': {
    selector: 'dialog [data-app=mfe-reviews]',
    async mount(page) {
      await page.getByRole('button', { name: 'Contact Us!' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: /Can’t find your apartment/ }).click()
      const slot = dialog.locator('[data-app=mfe-reviews]')
      const submit = dialog.getByRole('button', { name: 'Submit' })
      await submit.waitFor()
      // Later the dialog still shows what was suggested in this tab.
      if ((await slot.count()) > 0) return
      await dialog.getByRole('textbox', { name: /name/i }).fill('Heron Court')
      await submit.click()
      await slot.waitFor()
    },
    unmount: closeDialog,
  },
  'browse/search-field@1': { address: '/reviews', selector: '.shell-search [data-app]' },
  'browse/guide@1': { address: '/admin?tab=guides&id=new', as: ADMIN },
  'browse/compare-toggle@1': { address: '/bookmarks' },
  'browse/compare-tray@1': {
    selector: '.shell-tray [data-app]',
    mount: (page) => storeInBrowser(page, CHOSEN_PLACES_KEY, [DEMO.busyApartment, DEMO.bareApartment]),
    unmount: (page) =>
      page.evaluate((key) => {
        localStorage.removeItem(key)
        dispatchEvent(new StorageEvent('storage', { key }))
      }, CHOSEN_PLACES_KEY),
  },
}

/** The pages and slots of a remote; slots that are used on the same page are one place. */
export function placesOf(app: string): Place[] {
  const { routes, slots } = JSON.parse(
    readFileSync(path.join(REPOSITORY, app, 'remote.json'), 'utf8'),
  ) as RemoteJson
  const pages = routes.map(({ path: route, isForAdmins = false }) =>
    placeAt(route, 'page', app, {
      address:
        route.replaceAll(/:(\w+)/g, (_, name: string) => PARAMETERS[name] ?? 'none') + (QUERIES[route] ?? ''),
      as: isForAdmins ? ADMIN : DEMO.student,
    }),
  )
  const byHost = new Map<string, string[]>()
  for (const slot of slots.filter((name) => HOSTS[name])) {
    const host = HOSTS[slot]?.address ?? slot
    byHost.set(host, [...(byHost.get(host) ?? []), slot])
  }
  const hosted = [...byHost.values()].map((together) =>
    placeAt(
      together.map((slot) => slot.replace(/.*\//, '')).join(', '),
      'slot',
      app,
      HOSTS[together[0] ?? ''] ?? {},
    ),
  )
  return [...pages, ...hosted]
}

/** Slots of which it is not known where they are used. */
export const slotsWithoutHost = (app: string): string[] =>
  (JSON.parse(readFileSync(path.join(REPOSITORY, app, 'remote.json'), 'utf8')) as RemoteJson).slots.filter(
    (slot) => !HOSTS[slot],
  )

const placeAt = (name: string, kind: Place['kind'], app: string, { address, ...host }: Host): Place => ({
  name,
  kind,
  as: DEMO.student,
  away: NOWHERE,
  address,
  selector: `main [data-app=${app}]`,
  mount: follow(address ?? NOWHERE),
  unmount: follow(NOWHERE),
  ...host,
})
