import { alertBellSlot, contactSlot, saveSearchSlot, saveToggleSlot } from '@offquad/contracts'
import { defineRemote, lazyPage, provideSlot } from '@offquad/web-kit'
import { AlertBell } from './features/alerts/alert-bell'
import { SaveSearch } from './features/alerts/save-search'
import { ContactModal } from './features/contact/contact-modal'
import { SaveToggle } from './features/saved/save-toggle'

export const remote = defineRemote({
  routes: [
    lazyPage('/profile', async () => {
      return (await import(/* webpackChunkName: "page-profile" */ './pages/profile-page')).ProfilePage
    }),
    lazyPage('/places', async () => {
      return (await import(/* webpackChunkName: "page-places" */ './pages/places-page')).PlacesPage
    }),
    lazyPage('/bookmarks', async () => {
      return (await import(/* webpackChunkName: "page-bookmarks" */ './pages/bookmarks-page')).BookmarksPage
    }),
    lazyPage('/lists', async () => {
      return (await import(/* webpackChunkName: "page-lists" */ './pages/lists-page')).ListsPage
    }),
    lazyPage('/lists/:id', async () => {
      return (await import(/* webpackChunkName: "page-lists-id" */ './pages/list-page')).ListPage
    }),
    lazyPage('/lists/join/:token', async () => {
      return (await import(/* webpackChunkName: "page-lists-join-token" */ './pages/shared-list-page'))
        .SharedListPage
    }),
    lazyPage('/alerts', async () => {
      return (await import(/* webpackChunkName: "page-alerts" */ './pages/alerts-page')).AlertsPage
    }),
    lazyPage('/alerts/unsubscribe/:token', async () => {
      return (
        await import(/* webpackChunkName: "page-alerts-unsubscribe-token" */ './pages/unsubscribe-page')
      ).UnsubscribePage
    }),
    lazyPage('/faq', async () => {
      return (await import(/* webpackChunkName: "page-faq" */ './pages/faq-page')).FaqPage
    }),
    lazyPage('/policies', async () => {
      return (await import(/* webpackChunkName: "page-policies" */ './pages/policy-page')).PolicyPage
    }),
  ],
  slots: {
    ...provideSlot(contactSlot, ContactModal),
    ...provideSlot(saveToggleSlot, SaveToggle),
    ...provideSlot(saveSearchSlot, SaveSearch),
    ...provideSlot(alertBellSlot, AlertBell),
  },
})
