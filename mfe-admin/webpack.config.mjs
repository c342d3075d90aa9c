import { remoteConfig } from '@offquad/build-kit/webpack'

export default remoteConfig(import.meta.dirname)
