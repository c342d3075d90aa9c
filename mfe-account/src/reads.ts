import { getFrequentQuestions } from '@offquad/contracts'
import { type RemoteReads, urlOf } from '@offquad/web-kit'

export const reads: RemoteReads = { pages: { '/faq': () => [urlOf(getFrequentQuestions, {})] } }
