import { ConfigError } from '@offquad/service-kit'
import { readServiceUrls } from './service-urls'

const USERS = { SVC_USERS_URL: 'http://127.0.0.1:4003' }

describe('the services behind the gateway', () => {
  it('are read from the environment, each with its instances', () => {
    const env = {
      ...USERS,
      SVC_LOST_PROPERTY_URL: 'http://10.0.0.1:4009, http://10.0.0.2:4009,http://10.0.0.1:4009',
      SVC_CATALOG_URL: '',
      SVC_CATALOG_PORT: 'tcp://10.0.0.3:4001',
      OTHER_URL: 'http://elsewhere',
    }

    expect(readServiceUrls(env)).toEqual({
      'svc-lost-property': ['http://10.0.0.1:4009', 'http://10.0.0.2:4009'],
      'svc-users': ['http://127.0.0.1:4003'],
    })
  })

  it.each([
    ['SVC_CATALOG_URL', 'catalog:4001'],
    ['SVC_CATALOG_URL', 'http://catalog:4001/api'],
    ['SVC_CATALOG_URL', 'http://catalog:4001,,'],
  ])('are rejected with the name of the variable: %s=%s', (variable, value) => {
    expect(() => readServiceUrls({ ...USERS, [variable]: value })).toThrow(ConfigError)
    expect(() => readServiceUrls({ ...USERS, [variable]: value })).toThrow(variable)
  })

  it('must include svc-users, whose keys verify tokens', () => {
    expect(() => readServiceUrls({})).toThrow(/SVC_USERS_URL is not set/)
  })
})
