/** 'Apt 4B', 'Unit 2', '# 3' at the end of an address: geocoders know houses, not what is in them. */
const UNIT = /[\s,]+(?:(?:apt|apartment|unit|suite|ste|room|rm|floor|fl)\.?\s*#?|#\s*)[\w-]+$/i

/** An address as a geocoder needs it: the house alone, in its town. */
export function geocodableAddress(address: string, locality: string | undefined): string {
  const house = address.replace(/\s+/g, ' ').trim().replace(UNIT, '')
  if (!locality || house === '') return house
  const [town = ''] = locality.split(',')
  return addressKey(house).includes(addressKey(town)) ? house : `${house}, ${locality}`
}

/** The same for addresses that differ in case, spaces and punctuation alone. */
export const addressKey = (address: string): string =>
  address
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
