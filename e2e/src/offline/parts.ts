import { type Locator, type Page } from 'playwright-core'
import { scrollToMap } from '../browser'
import { reviewForm } from '../reviews'

/** A toast, dialog or menu. */
export interface Part {
  what: string
  /** The files that show it, or load its code. */
  files: string[]
  as: 'a visitor' | 'a student' | 'an administrator' | 'a visitor with a phone'
  address: string
  /** Steps while everything works. */
  before?: (page: Page) => Promise<unknown>
  act: (page: Page) => Promise<unknown>
  /** Content when everything works, at the next use. */
  works: (page: Page) => Locator
  /** Content when nothing can be loaded; by default a toast that says so. */
  failed?: (page: Page) => Locator
  /** It needs no network. */
  isLocal?: boolean
  /** It works without another use when the network is back. */
  recovers?: boolean
  /** The next use is what the message offers. */
  hasRetry?: boolean
  /** So many requests succeed before the one that fails. */
  skips?: number
}

const APARTMENT = '/apartment/demo-1'
const text = (wanted: string | RegExp) => (page: Page) => page.getByText(wanted).first()
const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first()
const inDialog = (name: string | RegExp) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name }).first()
const textbox = (name: RegExp) => (page: Page) => page.getByRole('dialog').getByRole('textbox', { name })
const press = (find: (page: Page) => Locator) => (page: Page) => find(page).click()
const inTurn =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page)
  }

/** The toast of most of them. */
export const offlineToast = (page: Page) =>
  page
    .locator('.offquad-toast')
    .getByText(/(You are offline\. Try again|The site cannot be reached)/)
    .first()
const WEB = 'shell/src'
const account = (file: string) => `mfe-account/src/features/${file}`
const admin = (file: string) => `mfe-admin/src/features/${file}`
const browse = (file: string) => `mfe-browse/src/features/${file}`
const reviews = (file: string) => `mfe-reviews/src/features/${file}`
const ui = (file: string) => `packages/ui/src/${file}`

type PartOfPage = Omit<Part, 'as' | 'address'>
const on = (address: string, as: Part['as'], parts: PartOfPage[]): Part[] =>
  parts.map((part) => ({ ...part, address, as }))

/** Another review of the student's own, for each test that needs one. */
async function writeReview(page: Page): Promise<void> {
  const session = await page.request.post('/api/auth/refresh')
  const { accessToken } = (await session.json()) as { accessToken: string }
  await page.request.post('/api/new-review', {
    headers: { authorization: `Bearer ${accessToken}` },
    data: reviewForm({
      aptId: 'demo-1',
      landlordId: 'demo-landlord-14',
      reviewText: `Quiet stairs and a warm kitchen, number ${Date.now()}.`,
    }),
  })
  await page.reload()
}

/** A saved search, for each test that removes one. */
async function saveSearch(page: Page): Promise<void> {
  const session = await page.request.post('/api/auth/refresh')
  const { accessToken } = (await session.json()) as { accessToken: string }
  await page.request.post('/api/saved-searches', {
    headers: { authorization: `Bearer ${accessToken}` },
    data: { name: 'Studios', address: 'q=studio', criteria: { q: 'studio' } },
  })
  await page.reload()
  await button('Remove Studios')(page).waitFor()
}

const openReview = inTurn(press(button('Leave a Review')), (page) => textbox(/^Your review/)(page).waitFor())

async function fillReview(page: Page): Promise<void> {
  await openReview(page)
  await textbox(/^Your review/)(page).fill(`A porch in the morning sun, number ${Date.now()}.`)
  for (const group of await page.getByRole('dialog').getByRole('radiogroup').all())
    await group.getByRole('radio').nth(2).check()
}

const openQuestion = inTurn(press(button('Contact Us!')), press(inDialog(/Ask us a question/)))
const openMissing = inTurn(press(button('Contact Us!')), press(inDialog(/Can’t find your apartment/)))

async function save(page: Page): Promise<void> {
  const isSaved = button(/^Saved: /)
  if (!(await isSaved(page).isVisible())) await button(/^Save: /)(page).click()
  await isSaved(page).waitFor()
}

const sentQuestion = text('Question submitted! The admin will be notified.')

const ofStudents: Part[] = [
  ...on(APARTMENT, 'a student', [
    {
      what: 'the form of a review',
      files: [reviews('writing/write-review.tsx')],
      act: press(button('Leave a Review')),
      failed: text('The form cannot be loaded right now.'),
      works: textbox(/^Your review/),
    },
    {
      what: 'the pictures in the form of a review',
      hasRetry: true,
      files: [ui('photos/pictures-of-forms.tsx')],
      act: press(button('Leave a Review')),
      failed: text(/^The (form|choice of pictures) cannot be loaded right now\.$/),
      works: (page) => page.getByRole('dialog').locator('input[type=file]'),
      skips: 1,
    },
    {
      what: 'the toast of a review that is submitted',
      files: [reviews('writing/review-submission.ts'), 'packages/web-kit/src/drafts/use-outbox.ts'],
      before: fillReview,
      act: press(inDialog('Submit')),
      failed: text(/^You are offline\. Your review is saved on this device/),
      works: text('Review submitted! Your review is awaiting approval from the admin.'),
      recovers: true,
    },
    {
      what: 'the form that edits a review',
      files: [reviews('writing/write-review.tsx')],
      before: writeReview,
      act: press(button('Edit')),
      failed: text('The form cannot be loaded right now.'),
      works: textbox(/^Your review/),
    },
    {
      what: 'the confirmation of a deletion',
      files: [reviews('reviews/review-menu.tsx'), ui('dialog/dialog.tsx')],
      before: writeReview,
      act: inTurn(press(button('Delete')), press(inDialog('Delete'))),
      works: text('Review successfully deleted!'),
    },
    {
      what: 'Report Abuse',
      files: [reviews('reviews/review-menu.tsx')],
      act: inTurn(press(button('Report Abuse')), press(inDialog('Report'))),
      failed: text(/^It was not reported\. (You are offline|The site cannot be reached)/),
      works: text('Review successfully reported!'),
    },
    {
      what: 'discarding a draft',
      isLocal: true,
      files: [],
      before: inTurn(fillReview, (page) => page.keyboard.press('Escape'), openReview),
      act: press(inDialog('Discard it')),
      works: (page) => textbox(/^Your review/)(page).and(page.getByText(/^$/)),
      recovers: true,
    },
    {
      what: 'Helpful',
      files: [reviews('reviews/helpful-button.tsx')],
      act: press(button(/^Helpful/)),
      works: (page) => page.locator('.reviews-helpful[aria-pressed=true]:not([aria-disabled=true])').first(),
    },
  ]),
  ...on('/apartment/demo-2', 'a student', [
    {
      what: 'the toast of a bookmark',
      files: [account('saved/save-toggle.tsx')],
      act: press(button(/^Saved?: /)),
      works: text(/^You have bookmarked|was removed from your bookmarks/),
    },
  ]),
  ...on('/apartment/demo-3', 'a student', [
    {
      what: 'Undo in the toast of a bookmark',
      files: [account('saved/save-toggle.tsx')],
      before: inTurn(save, press(button(/^Saved: /)), (page) => button('Undo')(page).hover()),
      act: async (page) => {
        const undo = button('Undo')(page)
        await ((await undo.isVisible()) ? undo : button(/^Save: /)(page)).click()
      },
      works: text(/^You have bookmarked/),
    },
  ]),
  ...on('/alerts', 'a student', [
    {
      what: 'a saved search',
      files: [account('alerts/saved-searches.tsx')],
      before: saveSearch,
      act: press(button('Remove Studios')),
      works: text(/^No more alerts for/),
    },
  ]),
  ...on('/search?q=lane', 'a student', [
    {
      what: 'the alerts of a search',
      files: [account('alerts/save-search.tsx')],
      act: press(button(/^Alert(s on| me)$/)),
      works: text(/^(You will be told|No more alerts)/),
    },
  ]),
  ...on('/lists', 'a student', [
    {
      what: 'starting a list',
      files: [account('lists/my-lists.tsx')],
      before: inTurn(press(button('New list')), (page) =>
        textbox(/^Name of the list/)(page).fill(`Fall ${Date.now()}`),
      ),
      act: press(inDialog('Create the list')),
      works: text('There are no places in this list yet.'),
    },
  ]),
  ...on('/faq', 'a student', [
    {
      what: 'the account menu',
      isLocal: true,
      files: [`${WEB}/layout/account-menu.tsx`],
      act: press(button(/^Account of /)),
      works: (page) => page.getByRole('menuitem', { name: 'Sign Out' }),
    },
    {
      what: 'signing out',
      files: [`${WEB}/layout/account-menu.tsx`],
      act: inTurn(press(button(/^Account of /)), (page) =>
        page.getByRole('menuitem', { name: 'Sign Out' }).click(),
      ),
      works: button('Sign in'),
    },
  ]),
  ...on('/profile', 'a student', [
    {
      what: 'signing out on the profile',
      files: [account('profile/profile-card.tsx')],
      act: press((page) => page.getByRole('main').getByRole('button', { name: 'Sign Out', exact: true })),
      works: text('Please sign in.'),
    },
  ]),
  ...on('/profile?tab=data', 'a student', [
    {
      what: 'downloading my data',
      files: [account('profile/my-data.tsx')],
      act: press(button('Download my data')),
      works: button('Download my data'),
    },
    {
      what: 'deleting my account',
      files: [account('profile/my-data.tsx')],
      act: inTurn(press(button('Delete my account')), press(inDialog('Delete my account'))),
      works: text('Your account is deleted.'),
    },
  ]),
  ...on('/policies', 'a student', [
    {
      what: 'the form of a question',
      hasRetry: true,
      files: [account('contact/contact-modal.tsx')],
      before: press(button('Contact Us!')),
      act: press(inDialog(/Ask us a question/)),
      failed: text('The form cannot be loaded right now.'),
      works: textbox(/^Message/),
    },
    {
      what: 'the toast of a question',
      files: [account('contact/contact-forms.tsx')],
      before: inTurn(openQuestion, (page) => textbox(/^Message/)(page).fill('Is the heating included?')),
      act: press(inDialog('Submit')),
      works: sentQuestion,
    },
    {
      what: 'the toast of a missing apartment',
      files: [account('contact/contact-forms.tsx'), 'packages/web-kit/src/forms/use-form.ts'],
      before: inTurn(openMissing, (page) => textbox(/^Name of the/)(page).fill('Gull House')),
      act: press(inDialog('Submit')),
      works: text(/^Form submitted!/),
    },
  ]),
]

const ofVisitors: Part[] = [
  ...on('/faq', 'a visitor', [
    {
      what: 'the sign-in dialog',
      isLocal: true,
      files: [`${WEB}/sign-in/sign-in-host.tsx`],
      act: press(button('Sign in')),
      works: inDialog('Continue with Google'),
    },
    {
      what: 'a page that a link leads to',
      files: ['account', 'browse', 'reviews'].map((name) => `mfe-${name}/src/remote.tsx`),
      act: (page) => page.getByRole('banner').getByRole('link', { name: 'Reviews' }).click(),
      failed: text(/cannot be (shown|loaded) right now/),
      works: (page) => page.getByRole('article').first(),
      recovers: true,
    },
  ]),
  ...on('/faq', 'a visitor with a phone', [
    {
      what: 'the menu on a phone',
      isLocal: true,
      files: [`${WEB}/layout/header.tsx`, ui('dialog/side-panel.tsx')],
      act: press(button('Menu')),
      works: (page) => page.getByRole('dialog').getByRole('link', { name: 'Reviews' }),
    },
  ]),
  ...on('/', 'a visitor', [
    {
      what: 'the contact dialog',
      files: ['packages/web-kit/src/remotes/remote-content.tsx'],
      act: press(button('Contact Us!')),
      failed: (page) =>
        inDialog(/Ask us a question/)(page).or(page.getByText('The contact form cannot be shown right now.')),
      works: inDialog(/Ask us a question/),
      recovers: true,
    },
  ]),
  ...on('/policies', 'a visitor', [
    {
      what: 'the form of a missing apartment',
      hasRetry: true,
      files: [account('contact/contact-modal.tsx')],
      before: press(button('Contact Us!')),
      act: press(inDialog(/Can’t find your apartment/)),
      failed: text('The form cannot be loaded right now.'),
      works: textbox(/^Name of the/),
    },
  ]),
  ...on(APARTMENT, 'a visitor', [
    {
      what: 'Show all photos',
      files: [ui('photos/photo-carousel.tsx')],
      act: press(button('Show all photos')),
      failed: text('The pictures cannot be loaded right now.'),
      works: inDialog('Next picture'),
    },
    {
      what: 'the larger map',
      files: [browse('apartment/location-section.tsx')],
      before: inTurn(
        (page) => scrollToMap(page),
        (page) => button('Expand the map')(page).waitFor(),
      ),
      act: press(button('Expand the map')),
      failed: (page) => page.getByRole('dialog').getByRole('row').first(),
      works: inDialog('Zoom in'),
    },
    {
      what: 'a filter of reviews',
      isLocal: true,
      files: [reviews('reviews/filter-controls.tsx')],
      act: press(button(/^Filter$/)),
      works: (page) => page.getByRole('checkbox').first(),
    },
    {
      what: 'sharing a place',
      isLocal: true,
      files: ['mfe-browse/src/components/share-button.tsx'],
      act: press(button('Share')),
      works: text(/^(Link copied|Copy this link)$/),
    },
  ]),
  ...on(`${APARTMENT}?photos=yes`, 'a visitor', [
    {
      what: 'the pictures of a review',
      files: [ui('photos/photo-carousel.tsx')],
      act: press(button(/^Picture 1 of \d+, larger/)),
      failed: text('The pictures cannot be loaded right now.'),
      works: (page) => page.getByRole('dialog').getByRole('img').first(),
    },
  ]),
  ...on('/search?q=lane', 'a visitor with a phone', [
    {
      what: 'the map of the search on a phone',
      hasRetry: true,
      files: ['mfe-browse/src/pages/search-page.tsx', ui('map/map-when-seen.tsx'), ui('map/load-map.ts')],
      act: press(button('Show map')),
      failed: text('The map cannot be loaded right now.'),
      works: (page) => page.locator('.offquad-map-surface').filter({ visible: true }),
    },
  ]),
  ...on('/compare?ids=demo-1,demo-2', 'a visitor', [
    {
      what: 'the toast of a place that is no longer compared',
      isLocal: true,
      files: ['mfe-browse/src/pages/compare-page.tsx'],
      act: press(button(/^Remove /)),
      works: text(/was removed\./),
    },
  ]),
  ...on('/search?q=lane', 'a visitor', [
    {
      what: 'the bookmark of a card',
      files: ['mfe-browse/src/components/late-slot.tsx'],
      act: press(button(/^Save: /)),
      works: (page) => page.getByRole('dialog', { name: /^Sign in/ }),
      failed: text('Error with saving apartment'),
    },
    {
      what: 'the toast of a fifth place to compare',
      isLocal: true,
      files: ['mfe-browse/src/components/compare-toggle.tsx'],
      act: async (page) => {
        for (const toggle of (await page.getByRole('button', { name: /^Compare: / }).all()).slice(0, 5))
          await toggle.click()
      },
      works: text(/^You can compare 4 places\./),
    },
    {
      what: 'a filter of the search',
      isLocal: true,
      files: [browse('search/search-filters.tsx')],
      act: press(button('More filters')),
      works: (page) => page.getByRole('checkbox').first(),
    },
  ]),
  ...on('/profile', 'a student', [
    {
      what: 'who can view my profile',
      isLocal: true,
      files: [account('profile/profile-card.tsx')],
      act: press(button('Who can view my profile?')),
      works: text(/^No one can\. All reviews are anonymous/),
    },
  ]),
  ...on('/places', 'a student', [
    {
      what: 'a place of mine',
      files: [account('places/my-places-editor.tsx')],
      before: (page) => button(/^Add /)(page).waitFor(),
      act: press(button(/^Add /)),
      works: text(/was added\.$/),
    },
  ]),
  ...on('/alerts/unsubscribe/a-token-of-nobody-at-all', 'a visitor', [
    {
      what: 'the end of mails',
      files: ['mfe-account/src/pages/unsubscribe-page.tsx'],
      act: press(button('End these mails')),
      works: text('These mails have ended.'),
    },
  ]),
  ...on('/places', 'a visitor', [
    {
      what: 'a place of mine on the map',
      files: [ui('map/map-when-seen.tsx')],
      act: async (page) => {
        await page.getByLabel('Kind of place').selectOption('A place on campus')
        await page.getByLabel('Kind of place').selectOption('A point on the map')
      },
      failed: text('The map cannot be loaded right now.'),
      works: (page) => page.locator('.offquad-map-surface').filter({ visible: true }),
    },
  ]),
]

const item = '[data-review]'
const readPending = (page: Page) =>
  page.getByRole('list', { name: 'Pending Reviews' }).getByRole('button').first().click()
const adminTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name })
const fillGrant = (page: Page) =>
  page.getByRole('textbox', { name: /^E-mail address/ }).fill(`granted-${Date.now()}@cornell.edu`)
async function openGuide(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Living with roommates' }).click()
  await page
    .getByRole('textbox', { name: /^Summary/ })
    .fill(`Questions to answer together, number ${Date.now()}.`)
}

const granted = text(/^granted-\d+@cornell\.edu: Developer/)
const FILE = {
  name: 'apartments.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('id,name,address,numBeds,numBaths,price\noffline-1,Gull House,1 Gull Lane,2,1,900\n'),
}

const ofAdministrators: Part[] = [
  ...on('/admin', 'an administrator', [
    {
      what: 'a decision',
      files: [admin('moderation/review-decisions.ts')],
      before: readPending,
      act: press((page) => page.locator(item).getByRole('button', { name: 'Approve' })),
      works: text(/^Review approved: /),
    },
    {
      what: 'the reasons of a decline',
      isLocal: true,
      files: [],
      before: readPending,
      act: press(button('Give a reason …')),
      works: button('Decline with this reason'),
    },
  ]),
  ...on('/admin?tab=contact', 'an administrator', [
    {
      what: 'the charts',
      files: ['mfe-admin/src/components/chart.tsx'],
      act: inTurn(
        (page) => adminTab(page, 'Contact').click(),
        (page) => adminTab(page, 'Reviews').click(),
      ),
      failed: text('Total approved'),
      works: (page) => page.locator('.admin-chart canvas, .admin-chart svg').first(),
    },
    {
      what: 'a decision about a question',
      files: ['mfe-admin/src/components/use-contact-decision.ts'],
      before: (page) => page.locator('[data-contact]').first().waitFor(),
      act: press((page) => page.locator('[data-contact]').getByRole('button', { name: 'Done' }).first()),
      works: button('Undo'),
    },
  ]),
  ...on('/admin?tab=data', 'an administrator', [
    {
      what: 'the preview of an import',
      files: [admin('import/transfer.tsx')],
      act: (page) => page.locator('input[type=file]').first().setInputFiles(FILE),
      failed: text(/A part of this page could not be loaded|You are offline|The site cannot be reached/),
      works: text('What importing apartments.csv would do'),
    },
    {
      what: 'an export',
      files: [admin('import/transfer.tsx')],
      act: press(button('Export CSV')),
      works: button('Export CSV'),
    },
  ]),
  ...on('/admin?tab=data&kind=apartments', 'an administrator', [
    {
      what: 'the list of landlords in the editor',
      hasRetry: true,
      files: [ui('form/choice.tsx')],
      act: (page) => page.getByRole('link', { name: /^Add an apartment/ }).click(),
      failed: text('This list cannot be loaded right now.'),
      works: (page) => page.getByRole('combobox', { name: 'Landlord' }),
    },
  ]),
  ...on('/admin?tab=data&kind=apartments&id=demo-4', 'an administrator', [
    {
      what: 'saving in the editor',
      files: [admin('catalog/apartment-editor.tsx'), admin('catalog/catalog-form.tsx')],
      before: (page) => page.getByRole('textbox', { name: /^Name/ }).first().fill(`Gull House ${Date.now()}`),
      act: press(button(/^Save/)),
      works: text(/is saved\.$/),
    },
  ]),
  ...on('/admin?tab=data&kind=landlords&id=demo-landlord-3', 'an administrator', [
    {
      what: 'saving a landlord in the editor',
      files: [admin('catalog/landlord-editor.tsx')],
      before: (page) => page.getByRole('textbox', { name: /^Name/ }).first().fill(`Gull Homes ${Date.now()}`),
      act: press(button(/^Save/)),
      works: text(/is saved\.$/),
    },
  ]),
  ...on('/admin?tab=guides', 'an administrator', [
    {
      what: 'saving a guide',
      files: [admin('guides/guide-editor.tsx')],
      before: openGuide,
      act: press(button(/^Save/)),
      works: text(/is saved\.$/),
    },
    {
      what: 'the question before a guide is deleted',
      isLocal: true,
      files: [admin('guides/delete-guide.tsx')],
      before: openGuide,
      act: press(button('Delete')),
      works: inDialog('Delete'),
    },
  ]),
  ...on('/admin?tab=people', 'an administrator', [
    {
      what: 'granting a role',
      files: [admin('people/roles.tsx')],
      before: fillGrant,
      act: press(button(/^Grant$/)),
      works: granted,
    },
    {
      what: 'the confirmation that revokes a role',
      files: [admin('people/roles.tsx'), admin('people/confirmation.tsx')],
      before: inTurn(fillGrant, press(button(/^Grant$/)), (page) => granted(page).waitFor()),
      act: inTurn(press(button(/^Revoke the role of granted/)), press(inDialog('Revoke'))),
      works: text(/no longer has a role\.$/),
    },
  ]),
]

export const PARTS: Part[] = [...ofVisitors, ...ofStudents, ...ofAdministrators]

/** Files that also show or load something but cannot be tried here, each with its reason. */
export const ELSEWHERE: Record<string, string> = {
  'mfe-account/src/components/attempt.ts': 'is the toast of the parts that call it',
  [account('places/address-form.tsx')]: 'needs a geocoder',
  ...Object.fromEntries(
    ['list-actions.tsx', 'list-place.tsx', 'use-list.ts', 'shared-list.tsx'].map((file) => [
      account(`lists/${file}`),
      'needs a list: lists.test.ts goes offline on one',
    ]),
  ),
  [account('saved/add-to-list.tsx')]: 'needs a bookmark and a list; like starting a list',
  [admin('queues/queues-tab.tsx')]: 'needs jobs that failed',
  [admin('releases/release-dialog.tsx')]:
    'needs a second version: admin-data.test.ts; it says why a trial failed',
  [admin('releases/version-errors.tsx')]: 'needs a version that failed: deploys.test.ts; like the roles',
  [admin('people/waiting-sign-ins.tsx')]: 'needs somebody with two Google accounts; like the roles',
  [admin('catalog/retry-button.tsx')]: 'needs a geocoder, or pictures that are gone; like an export',
  [admin('catalog/unplaced-apartments.tsx')]: 'needs a geocoder',
  'shell/src/index.ts': 'is the page itself: broken-remotes.test.ts',
  'shell/src/layout/layout.tsx': 'outlines, for engineers, which say in their place that they are missing',
  'shell/src/bootstrap.tsx': 'asks before there is a page; what it loads later is optional',
  [ui('toast/toast.tsx')]: 'is the toast itself',
  [ui('map/leaflet-map.ts')]: 'streets under a map that works without them',
  'packages/web-kit/src/remotes/remote-definition.tsx': 'only explains an import',
}
