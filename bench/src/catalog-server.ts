import { buildService, createLog, loadUniversity } from '@offquad/service-kit'
import { registerSearch } from '../../svc-catalog/src/search/search.routes'
import { inventCatalog } from './catalog/invented-catalog'
import { loadCatalog } from './catalog/load-catalog'

/** The search calls of svc-catalog over as many invented apartments as its argument says: real routes, no database. */
const catalog = loadCatalog(inventCatalog(Number(process.argv[2])))
const university = loadUniversity('config/university.json')
const app = await buildService({
  name: 'catalog-server',
  // Nobody signs in here.
  config: { TOKEN_ISSUER: 'bench', TOKEN_AUDIENCE: 'bench', USERS_URL: 'http://127.0.0.1:1' },
  log: createLog('catalog-server', 'silent'),
  checks: {},
  register: (instance) => registerSearch(instance, catalog, university),
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${url}\n`)
process.once('SIGTERM', () => void app.close())
