import { type PublishedApp } from '@offquad/contracts'

/** A version alone, without what is said of it where it is live or tried. */
export const publishedOf = ({ app, version, baseUrl, remote, uses, calls }: PublishedApp): PublishedApp => ({
  ...{ app, version, baseUrl },
  ...(remote && { remote }),
  ...(uses && { uses }),
  ...(calls && { calls }),
})
