import { useEffect } from 'react'
import { university } from './page-data'

/** A page's title after the product's name; the name alone for an empty title. */
export function fullTitle(title: string): string {
  const { productName } = university()
  return title ? `${productName} | ${title}` : productName
}

/** Sets the document's title; every page calls it. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = fullTitle(title)
  }, [title])
}
