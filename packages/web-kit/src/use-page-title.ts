import { useEffect } from 'react'
import { university } from './page-data'

/** The full title of a page: the product's name first, alone when there is no title. */
export function fullTitle(title: string): string {
  const { productName } = university()
  return title ? `${productName} | ${title}` : productName
}

/** Titles the browser's tab; every page calls it. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = fullTitle(title)
  }, [title])
}
