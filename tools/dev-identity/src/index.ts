export { type Account, nameFromEmail } from './accounts'
export { type DevIdentity, type DevIdentityOptions, startDevIdentity } from './start-dev-identity'
