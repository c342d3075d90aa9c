import { serviceJest } from '@offquad/build-kit/jest'

export default serviceJest('packages/releases')
