import { type Registry } from '@offquad/contracts'
import { type Remote } from '../../control-plane'

/** The versions a visitor gets, with what pages need of them. */
export interface Site {
  registry: Registry
  /** No shell is served: there are no pages. */
  isEmpty: boolean
  /** The shell's index.html, with the version it was published as filled in. */
  indexHtml: string
  /** Those whose manifest could be read, by app. */
  remotes: Map<string, Remote>
}
