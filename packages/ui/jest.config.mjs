import { browserJest } from '@offquad/build-kit/jest'

export default browserJest('packages/ui')
