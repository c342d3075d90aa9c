/** Personal data in error messages. The order matters: a page's URL may contain an e-mail address. */
const PERSONAL: [pattern: RegExp, replacement: string][] = [
  // JSON that cannot be parsed, for example; names of properties are in single quotes.
  [/"[^"]*"?/g, '"…"'],
  [/((?:https?:\/)?\/[^\s?#]*)[?#]\S*/g, '$1'],
  [/[^\s@<>()]+@[^\s@<>()]+\.[a-z]{2,}/gi, '…'],
  // Phone numbers; then identifiers, tokens, hashes.
  [/(?<![\w-])\+?\d[\d\s().-]{4,}\d(?![\w-])/g, '…'],
  [/\b(?=[\w-]*\d)[\w-]{8,}/g, '…'],
]

/** Removes personal data from a message: quoted text, queries of URLs, e-mail addresses, numbers and identifiers. */
export const withoutPersonalData = (message: string): string =>
  PERSONAL.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), message)
