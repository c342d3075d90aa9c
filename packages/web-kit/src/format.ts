const GROUP_END = /\d(?=(\d{3})+(\.|$))/g

/** '$1,200', or undefined when the rent is unknown. */
export const priceText = (price: number | null): string | undefined =>
  // Not toLocaleString: its first call takes a phone 100 ms, while the page is being taken over.
  price === null ? undefined : `$${String(price).replace(GROUP_END, '$&,')}`

/** '1 bed', '3 beds'; undefined when unknown. */
export const countText = (count: number | null, noun: string): string | undefined =>
  count === null ? undefined : `${count} ${noun}${count === 1 ? '' : 's'}`
