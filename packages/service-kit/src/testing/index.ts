export { testSettings, type TestSettings } from './settings'
export { startTokenIssuer, type TokenIssuer } from './token-issuer'
