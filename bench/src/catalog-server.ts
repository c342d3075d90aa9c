import { buildService, createLog, loadUniversity } from '@offquad/service-kit'
import { registerSearch } from '../../svc-catalog/src/search/search.routes'
import { createCommuteTimes } from '../../svc-catalog/src/geography/commutes/commute-times'
import { createBusTimes } from '../../svc-catalog/src/geography/transit/bus-times'
import { inventBuses } from './catalog/invented-buses'
import { inventCatalog } from './catalog/invented-catalog'
import { loadCatalog } from './catalog/load-catalog'

/** Serves svc-catalog's search calls over generated apartments, without a database; the argument is their number. */
const commuteTimes = createCommuteTimes(undefined, createBusTimes(inventBuses()))
const catalog = loadCatalog(inventCatalog(Number(process.argv[2])), commuteTimes)
const university = loadUniversity('config/university.json')
const app = await buildService({
  name: 'catalog-server',
  // There is no sign-in.
  config: { TOKEN_ISSUER: 'bench', TOKEN_AUDIENCE: 'bench', USERS_URL: 'http://127.0.0.1:1' },
  log: createLog('catalog-server', 'silent'),
  checks: {},
  register: (instance) => registerSearch(instance, { catalog, university, commuteTimes }),
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${url}\n`)
process.once('SIGTERM', () => void app.close())
