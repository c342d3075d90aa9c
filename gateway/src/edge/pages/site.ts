import { type Registry } from '@offquad/contracts'
import { type Remote } from '../../control-plane'

/** The versions that a visitor gets, with what pages need of them. */
export interface Site {
  registry: Registry
  /** Whether no shell is served, so that there are no pages. */
  isEmpty: boolean
  /** The shell's index.html with its version filled in. */
  indexHtml: string
  /** Remotes with a readable manifest, by app. */
  remotes: Map<string, Remote>
}
