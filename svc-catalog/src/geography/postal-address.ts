/** 'Apt 4B', 'Unit 2', '# 3' at the end of an address: geocoders know buildings, not their units. */
const UNIT = /[\s,]+(?:(?:apt|apartment|unit|suite|ste|room|rm|floor|fl)\.?\s*#?|#\s*)[\w-]+$/i

/** An address for a geocoder: the building without the unit, with its town. */
export function geocodableAddress(address: string, locality: string | undefined): string {
  const house = address.replace(/\s+/g, ' ').trim().replace(UNIT, '')
  if (!locality || house === '') return house
  const [town = ''] = locality.split(',')
  return addressKey(house).includes(addressKey(town)) ? house : `${house}, ${locality}`
}

/** Equal for addresses that differ only in case, white space and punctuation. */
export const addressKey = (address: string): string =>
  address
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
