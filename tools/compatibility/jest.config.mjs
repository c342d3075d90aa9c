import { nodeJest } from '@offquad/build-kit/jest'

export default nodeJest('tools/compatibility')
