import { bundleService } from '@offquad/build-kit/service'

await bundleService(import.meta.dirname)
