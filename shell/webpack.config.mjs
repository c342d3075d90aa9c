import { shellConfig } from '@offquad/build-kit/webpack'

export default shellConfig(import.meta.dirname)
