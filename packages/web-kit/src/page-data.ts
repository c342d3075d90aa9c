import { PAGE_DATA_ELEMENT, type PageData, type PublishedApp } from '@offquad/contracts'

let parsed: PageData | undefined

/**
 * What the gateway wrote into this page: the registry, the university, manifests and first answers.
 * @throws Error when the page was not rendered by a gateway
 */
export function pageData(): PageData {
  parsed ??= readPageData()
  return parsed
}

/** The university this site is for. */
export const university = (): PageData['university'] => pageData().university

/** The app of a remote's name, in the version this page uses. */
export const appOfRemote = (name: string): PublishedApp | undefined =>
  pageData().registry.apps.find(({ remote }) => remote?.name === name)

function readPageData(): PageData {
  const text = document.getElementById(PAGE_DATA_ELEMENT)?.textContent
  if (!text) throw new Error(`the page has no #${PAGE_DATA_ELEMENT}: it must be served by the gateway`)
  return JSON.parse(text) as PageData
}

/** Gives tests a page of their own. */
export function replacePageData(data: PageData | undefined): void {
  parsed = data
}
