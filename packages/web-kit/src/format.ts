import { amountText } from '@offquad/contracts'

/** '$1,200', or undefined when the rent is unknown. */
export const priceText = (price: number | null): string | undefined =>
  price === null ? undefined : `$${amountText(price)}`

/** '1 bed', '3 beds'; undefined when unknown. */
export const countText = (count: number | null, noun: string): string | undefined =>
  count === null ? undefined : `${count} ${noun}${count === 1 ? '' : 's'}`
