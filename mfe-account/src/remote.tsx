import { contactSlot, saveToggleSlot } from '@offquad/contracts'
import { defineRemote, provideSlot } from '@offquad/web-kit'
import { ContactModal } from './features/contact/contact-modal'
import { SaveToggle } from './features/saved/save-toggle'
import { BookmarksPage } from './pages/bookmarks-page'
import { FaqPage } from './pages/faq-page'
import { PlacesPage } from './pages/places-page'
import { PolicyPage } from './pages/policy-page'
import { ProfilePage } from './pages/profile-page'

export const remote = defineRemote({
  routes: [
    { path: '/profile', element: <ProfilePage /> },
    { path: '/places', element: <PlacesPage /> },
    { path: '/bookmarks', element: <BookmarksPage /> },
    { path: '/faq', element: <FaqPage /> },
    { path: '/policies', element: <PolicyPage /> },
  ],
  slots: {
    ...provideSlot(contactSlot, ContactModal),
    ...provideSlot(saveToggleSlot, SaveToggle),
  },
})
