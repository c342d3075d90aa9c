/**
 * A key whose plain string order is the natural order of ids: "2" before "10", "a9" before "a10".
 * Every run of digits is preceded by its length; the id itself at the end tells "7" from "007".
 */
export function naturalKey(id: string): string {
  const key = id.replace(/\d+/g, (digits) => {
    const significant = digits.replace(/^0+(?=\d)/, '')
    return String.fromCharCode(significant.length) + significant
  })
  return `${key}\0${id}`
}

/** Compares two natural keys, or any strings by their code units. */
export function compareKeys(first: string, second: string): number {
  if (first === second) return 0
  return first < second ? -1 : 1
}

/** Compares two ids in natural order, which breaks every tie in search results. */
export function compareIds(first: string, second: string): number {
  return compareKeys(naturalKey(first), naturalKey(second))
}

/** The index of the first of `length` elements that is not before the searched position. */
export function lowerBound(length: number, isBefore: (index: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
