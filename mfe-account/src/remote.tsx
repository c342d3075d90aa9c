import { defineRemote } from '@offquad/web-kit'
import { ContactModal } from './features/contact/contact-modal'
import { PolicyPage } from './pages/policy-page'
import { QuestionsPage } from './pages/questions-page'

export const remote = defineRemote({
  routes: [
    { path: '/faq', element: <QuestionsPage /> },
    { path: '/policies', element: <PolicyPage /> },
  ],
  slots: { contact: ContactModal },
})
