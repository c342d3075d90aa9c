import { benchMemoryAlone } from './memory'

process.exitCode = (await benchMemoryAlone()) ? 0 : 1
