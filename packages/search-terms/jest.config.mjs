import { nodeJest } from '@offquad/build-kit/jest'

export default nodeJest('packages/search-terms')
