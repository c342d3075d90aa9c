import { endpoint } from './endpoint'
import { NoContent } from './shapes'

export const allowOverrides = endpoint({
  method: 'POST',
  path: '/api/overrides',
  summary:
    "Lets the pages of this browser take remotes from the developer's own machine, until the access token expires: it comes back as a cookie. For the role developer.",
  access: 'signed-in',
  status: 204,
  reply: NoContent,
  problems: [503],
})
