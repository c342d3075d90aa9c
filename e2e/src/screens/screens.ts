import { CHOSEN_PLACES_KEY, MY_PLACES_KEY, type MyPlace } from '@offquad/contracts'
import { type Page } from 'playwright-core'
import { scrollToMap, untilTakenOver } from '../browser'
import { pressOn } from '../reviews'
import { ADMIN, type DataSet } from './data-sets'

/** A page in a certain state. */
export interface Screen {
  /** Unique, for test titles. */
  name: string
  address: string
  /** The visitor; absent: signed out. */
  as?: string
  /** Prepares the page before it is opened, such as with failing requests. */
  before?: (page: Page) => Promise<unknown>
  /** Brings the opened page into the state. */
  open?: (page: Page) => Promise<unknown>
  /** Whether the state is a page that is still loading. */
  isLoading?: boolean
}

const dialog = (page: Page) => page.getByRole('dialog').last()

/** Every page in every state. */
export const allScreens = (data: DataSet): Screen[] => [
  ...screensWith(data),
  ...ofModerators,
  ...listsOfReviews(data),
  ...pictures(data),
  ...ofVisitors(data),
  ...withoutData,
  ...failures(data),
  ...forms(data),
]

/** The pages that depend on the data. */
export const screensWith = (data: DataSet): Screen[] => [
  ...pages(data),
  ...ofStudents(data),
  ...ofAdministrators(data),
]

/** The public ones among them. */
export const pages = (data: DataSet): Screen[] => [
  { name: 'home', address: '/' },
  { name: 'an apartment with many reviews', address: `/apartment/${data.busyApartment}` },
  { name: 'an apartment without reviews', address: `/apartment/${data.bareApartment}` },
  { name: 'a landlord with many reviews', address: `/landlord/${data.busyLandlord}` },
  { name: 'an area', address: `/location/${data.area}` },
  { name: 'search with results', address: `/search?q=${data.searchText}` },
  { name: 'reviews by renting company', address: '/reviews' },
  {
    name: 'a comparison',
    address: `/compare?ids=${data.busyApartment},${data.bareApartment}`,
    open: async (page) => {
      await page.getByRole('columnheader').nth(1).waitFor()
      await untilTakenOver(page)
      const show = page.getByRole('button', { name: /^Show \d+ equal rows?$/ })
      if (await show.isVisible()) await show.click()
    },
  },
  {
    name: 'home with suggestions',
    address: '/',
    open: async (page) => {
      await page.getByRole('combobox', { name: /^Search/ }).fill(data.searchText)
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'search with a filter open',
    address: `/search?q=${data.searchText}`,
    open: (page) => page.getByRole('button', { name: 'More filters' }).click(),
  },
]

const ofStudents = ({ student }: DataSet): Screen[] => [
  { name: 'home, signed in', address: '/', as: student },
  {
    name: 'the profile',
    address: '/profile',
    as: student,
    // A user without reviews gets one sentence instead of the lists, once all of them have loaded.
    open: (page) =>
      page
        .getByRole('heading', { name: /^Declined Reviews \(/ })
        .or(page.getByText('You have not written a review yet.'))
        .waitFor(),
  },
  {
    name: 'the places in the profile',
    address: '/profile?tab=places',
    as: student,
    open: (page) => page.getByRole('heading', { name: 'My places' }).waitFor(),
  },
  {
    name: 'the data in the profile',
    address: '/profile?tab=data',
    as: student,
    open: (page) => page.getByRole('button', { name: 'Download my data' }).waitFor(),
  },
  {
    name: 'the bookmarks',
    address: '/bookmarks',
    as: student,
    open: (page) => page.getByRole('heading', { name: /Helpful \(\d/ }).waitFor(),
  },
  {
    name: 'the alerts',
    address: '/alerts',
    as: student,
    open: (page) => page.getByLabel('By mail').waitFor(),
  },
  {
    name: 'the lists',
    address: '/lists',
    as: student,
    open: (page) => page.getByRole('article', { name: 'Saved' }).waitFor(),
  },
  {
    name: 'the form of a new list',
    address: '/lists',
    as: student,
    open: (page) => page.getByRole('button', { name: 'New list' }).click(),
  },
]

const ADMIN_PARTS: [name: string, query: string, heading: RegExp][] = [
  ['reviews to moderate', '', /^Pending Reviews \(/],
  ['what people sent', '?tab=contact', /^Contact Questions \(/],
  ['the data', '?tab=data', /^Apartments \(/],
  ['the guides', '?tab=guides', /^Guides \(/],
  ['the form of a new guide', '?tab=guides&id=new', /^Write a guide/],
  ['the people', '?tab=people', /^People with a role \(/],
  ['the activity', '?tab=activity', /^Decisions \(/],
  ['the queues', '?tab=queues', /^Queues/],
  ['the releases', '?tab=releases', /^mfe-browse/],
]

const ofAdministrators = ({ busyApartment }: DataSet): Screen[] =>
  [
    ...ADMIN_PARTS,
    ['the form of an apartment', `?tab=data&kind=apartments&id=${busyApartment}`, /^Change /] as const,
  ].map(([name, query, heading]) => ({
    name: `admin: ${name}`,
    address: `/admin${query}`,
    as: ADMIN,
    open: (page: Page) => page.getByRole('heading', { name: heading }).waitFor(),
  }))

const ofModerators: Screen[] = [
  {
    name: 'admin: a review that is about to be deleted for good',
    address: '/admin',
    as: ADMIN,
    open: async (page) => {
      await page.getByRole('heading', { name: /^Declined Reviews \(/ }).click()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByText('Delete it for good?').waitFor()
    },
  },
  {
    name: 'admin: declining a review with a reason',
    address: '/admin',
    as: ADMIN,
    open: async (page) => {
      // Phones do not show it.
      await page.locator('ul[aria-label="Pending Reviews"] button').first().dispatchEvent('click')
      await page.getByRole('button', { name: 'Give a reason …' }).click()
      await page.getByRole('button', { name: 'Decline with this reason' }).waitFor()
    },
  },
]

/** Screens that need enough reviews to filter. */
export const listsOfReviews = ({ busyApartment, busyLandlord }: DataSet): Screen[] => [
  {
    name: 'an apartment with filtered reviews',
    address: `/apartment/${busyApartment}?stars=5,4,3,2`,
    open: (page) => page.getByRole('button', { name: 'Clear filters' }).first().waitFor(),
  },
  {
    name: 'an apartment with a filter of its reviews open',
    address: `/apartment/${busyApartment}`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('group', { name: 'Stars' }).getByRole('checkbox').first().waitFor()
    },
  },
  {
    name: 'an apartment none of whose reviews match',
    address: `/apartment/${busyApartment}?q=zeppelins`,
    open: (page) => page.getByText('No reviews match these filters.').waitFor(),
  },
  {
    name: 'a landlord with more reviews shown',
    address: `/landlord/${busyLandlord}`,
    open: async (page) => {
      // Another suite checks the number of reviews.
      const before = await page.getByText(/^Showing \d/).innerText()
      await page.getByRole('button', { name: 'Show More' }).click()
      await page.getByText(before, { exact: true }).waitFor({ state: 'detached' })
      await page.getByText(/^Showing /).waitFor()
    },
  },
]

const pictures = (data: DataSet): Screen[] => [
  {
    name: 'the larger map of an apartment',
    address: `/apartment/${data.busyApartment}`,
    open: async (page) => {
      await scrollToMap(page)
      await page.getByRole('button', { name: 'Expand the map' }).click()
      await dialog(page).getByRole('button', { name: 'Zoom in' }).waitFor()
    },
  },
  {
    name: 'the pictures of an apartment',
    address: `/apartment/${data.busyApartment}`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Show all photos' }).click()
      await dialog(page).getByRole('button', { name: 'Next picture' }).waitFor()
    },
  },
]

const GYM: MyPlace = {
  id: 'my-12345678',
  name: 'Gym',
  mode: 'bike',
  latitude: 42.4459,
  longitude: -76.4779,
}

/** Stores something in the browser as another tab does, because the visitor's tab has forgotten everything when it is opened. */
export const storeInBrowser = (page: Page, key: string, value: unknown) =>
  page.evaluate(
    ([name, text]) => {
      localStorage.setItem(name, text)
      dispatchEvent(new StorageEvent('storage', { key: name }))
    },
    [key, JSON.stringify(value)] as const,
  )

/** Screens that depend on what a visitor has done in this browser. */
const ofVisitors = ({ busyApartment, bareApartment, searchText }: DataSet): Screen[] => [
  {
    name: 'home with what was viewed recently',
    address: '/',
    open: async (page) => {
      await untilTakenOver(page)
      await storeInBrowser(page, 'offquad/recently-viewed', [busyApartment, bareApartment])
      await page.getByRole('region', { name: 'Recently Viewed' }).getByRole('article').nth(1).waitFor()
    },
  },
  {
    name: 'search with the tray of chosen places',
    address: `/search?q=${searchText}`,
    open: async (page) => {
      await untilTakenOver(page)
      await storeInBrowser(page, CHOSEN_PLACES_KEY, [busyApartment, bareApartment])
      await page.getByRole('link', { name: /^Compare 2/ }).waitFor()
    },
  },
  {
    name: 'my places',
    address: '/places',
    open: async (page) => {
      await page.getByText('You have not named a place yet.').waitFor()
      await storeInBrowser(page, MY_PLACES_KEY, [
        GYM,
        { ...GYM, id: 'my-87654321', name: 'Work', mode: 'walk' },
      ])
      await page.getByText('Work').first().waitFor()
    },
  },
  {
    name: 'search by the minutes to a place of mine, sorted by them',
    address: `/search?${new URLSearchParams({
      q: searchText,
      filters: JSON.stringify({
        commute: `${GYM.id}:${GYM.mode}:30`,
        initialSortBy: 'commute',
        initialSortLowToHigh: true,
      }),
    })}`,
    open: async (page) => {
      await page.getByText('This link uses a place that only its owner can see.').waitFor()
      await storeInBrowser(page, MY_PLACES_KEY, [GYM])
      await page
        .getByText(/\d min by bike/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'search with its map',
    address: `/search?q=${searchText}`,
    open: async (page) => {
      await untilTakenOver(page)
      // Beside the list where there is room.
      const show = page.getByRole('button', { name: 'Show map' })
      if (await show.isVisible()) await show.click()
      await page.locator('.offquad-map-surface').filter({ visible: true }).waitFor()
    },
  },
]

const withoutData: Screen[] = [
  { name: 'search without a text', address: '/search' },
  { name: 'a comparison of nothing', address: '/compare' },
  { name: 'search without results', address: '/search?q=nothing-is-called-so' },
  { name: 'questions and answers', address: '/faq' },
  { name: 'the guides', address: '/guides' },
  { name: 'a guide', address: '/guides/reading-a-lease' },
  { name: 'a guide that does not exist', address: '/guides/there-is-none' },
  { name: 'the privacy policy', address: '/policies' },
  { name: 'an unknown URL', address: '/nowhere' },
  { name: 'an apartment that does not exist', address: '/apartment/there-is-none' },
  { name: 'the admin page without access', address: '/admin' },
  { name: 'the profile, signed out', address: '/profile' },
  {
    name: 'my places, of which there are none',
    address: '/places',
    open: (page) => page.getByText('You have not named a place yet.').waitFor(),
  },
  {
    name: 'the sign-in dialog',
    address: '/',
    open: async (page) => {
      await page.getByRole('button', { name: 'Sign in' }).filter({ visible: true }).click()
      await page.getByRole('button', { name: 'Continue with Google' }).waitFor()
    },
  },
  {
    name: 'empty bookmarks',
    address: '/bookmarks',
    as: 'newcomer@cornell.edu',
    open: (page) => page.getByText('You have not saved any apartments.').waitFor(),
  },
]

/** Navigates in the browser, because the HTML of a page that is loaded directly contains its data. */
export const follow = (path: string) => async (page: Page) => {
  await untilTakenOver(page)
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
}

const failures = (data: DataSet): Screen[] => [
  {
    name: 'search while it loads',
    address: '/faq',
    before: (page) => page.route('**/api/**', () => undefined),
    open: follow(`/search?q=${data.searchText}`),
    isLoading: true,
  },
  {
    name: 'an apartment while it loads',
    address: '/faq',
    before: (page) => page.route(/\/api\/(apts|listings|review|reviews|landlord)\b/, () => undefined),
    open: follow(`/apartment/${data.busyApartment}`),
    isLoading: true,
  },
  {
    name: 'search while the service is down',
    address: '/faq',
    before: (page) =>
      page.route('**/api/**', (route) =>
        route.fulfill({
          status: 503,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            type: '/problems/catalog-unavailable',
            title: 'Service unavailable',
            status: 503,
            requestId: 'screens',
            detail: 'Listings cannot be loaded right now. Please try again in a moment.',
          }),
        }),
      ),
    open: async (page) => {
      await follow(`/search?q=${data.searchText}`)(page)
      await page
        .getByRole('button', { name: /again|retry/i })
        .first()
        .waitFor()
    },
  },
  {
    name: 'an area, offline',
    address: '/faq',
    open: async (page) => {
      await untilTakenOver(page)
      await page.context().setOffline(true)
      await follow(`/location/${data.area}`)(page)
      await page
        .getByRole('button', { name: /again|retry/i })
        .first()
        .waitFor()
    },
  },
]

const forms = (data: DataSet): Screen[] => [
  {
    name: 'the review form with its mistakes',
    address: `/apartment/${data.bareApartment}`,
    as: data.student,
    open: async (page) => {
      await page.getByRole('button', { name: 'Leave a Review' }).first().click()
      await pressOn(page)
      await page.getByText('* These fields are required').waitFor()
    },
  },
  {
    name: 'the report form',
    address: `/landlord/${data.busyLandlord}`,
    as: 'reader@cornell.edu',
    open: async (page) => {
      await page.getByRole('button', { name: 'Report Abuse' }).first().click()
      await dialog(page).getByRole('textbox').waitFor()
    },
  },
  {
    name: 'the contact form, a question',
    address: '/faq',
    as: data.student,
    open: async (page) => {
      await page.getByRole('button', { name: 'Get In Touch' }).click()
      await page
        .getByRole('button', { name: /question/i })
        .last()
        .click()
      await page.getByRole('button', { name: 'Submit' }).click()
      await page.getByText('This field is required').first().waitFor()
    },
  },
  {
    name: 'the contact form, a missing apartment',
    address: '/faq',
    as: data.student,
    open: async (page) => {
      await page.getByRole('button', { name: 'Get In Touch' }).click()
      await page.getByRole('button', { name: /Can’t find your apartment/ }).click()
      await page.getByRole('button', { name: 'Submit' }).click()
      await page.getByText('This field is required').first().waitFor()
    },
  },
  {
    name: 'admin: the form of a new landlord',
    address: '/admin?tab=data&kind=landlords&id=new',
    as: ADMIN,
    open: (page) => page.getByRole('heading', { name: /^Add a landlord/ }).waitFor(),
  },
]
