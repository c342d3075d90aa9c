import { endpoint } from './endpoint'
import { NoContent } from './shapes'

export const allowOverrides = endpoint('POST /api/overrides', {
  summary:
    "Sets a cookie that lets pages in this browser load remotes from the developer's machine, until the access token expires. Requires the role developer.",
  access: 'signed-in',
  status: 204,
  reply: NoContent,
})
