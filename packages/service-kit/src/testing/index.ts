export { startMailServer, type MailServer } from './mail-server'
export { testSettings, type TestSettings } from './settings'
export { until } from './until'
export { startTokenIssuer, type TokenIssuer } from './token-issuer'
