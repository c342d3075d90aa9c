import { defineRemote } from '@offquad/web-kit'
import { AdminPage } from './pages/admin-page'

export const remote = defineRemote({ routes: [{ path: '/admin', element: <AdminPage /> }] })
