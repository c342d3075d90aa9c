import { type Apartment, type CountRange, dayText, type Listing } from '@offquad/contracts'
import { university } from '@offquad/web-kit'

/** '2', '1 to 3'. */
export const rangeText = ({ least, most }: CountRange, textOf: (value: number) => string = String): string =>
  least === most ? textOf(least) : `${textOf(least)} to ${textOf(most)}`

/** Writes 0 as a word. */
export const countOr =
  (none: string) =>
  (count: number): string =>
    count === 0 ? none : String(count)

/** The earliest day on which one of the rooms is free. */
export function firstFreeDay({ roomTypes = [] }: Apartment): string | undefined {
  const [first] = roomTypes.flatMap(({ availableFrom }) => availableFrom ?? []).toSorted()
  return first && dayText(first)
}

/** '$800-1,000 (9)': the rent that students report, and how many do. */
export const paidText = ({ reportedRent }: Listing): string | undefined =>
  reportedRent && `${university().priceBrackets[reportedRent.bracket - 1]} (${reportedRent.reports})`
