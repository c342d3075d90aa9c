import { type EarlyValues, PAGE_DATA_ELEMENT, PageData } from '@offquad/contracts'
import { Value } from 'typebox/value'

/** The data in a page. */
export function pageDataIn(html: string): PageData {
  const element = new RegExp(`<script type="application/json" id="${PAGE_DATA_ELEMENT}">(.*?)</script>`, 's')
  const data: unknown = JSON.parse(element.exec(html)?.[1] ?? '')
  if (!Value.Check(PageData, data)) throw new Error('not page data')
  return data
}

const ENTITIES: Record<string, string> = {
  '&quot;': '"',
  '&lt;': '<',
  '&gt;': '>',
  '&#39;': "'",
  '&amp;': '&',
}

/** The values that a page passes to the shell's early program. */
export const earlyValuesIn = (html: string): EarlyValues =>
  JSON.parse(
    (/data-early="([^"]*)">/.exec(html)?.[1] ?? '').replace(
      /&[^;]*;/g,
      (entity) => ENTITIES[entity] ?? entity,
    ),
  ) as EarlyValues

/** The part of a page that the server has rendered. */
export const contentIn = (html: string): string | undefined =>
  /<div id="root"[^>]*>([^]*?)<\/div>/.exec(html)?.[1]
