/** What may be of a person in the message of an error. The order matters: an address of a page may contain that of a mail. */
const PERSONAL: [pattern: RegExp, replacement: string][] = [
  // Of JSON that cannot be parsed, for example; names of properties are in single quotes.
  [/"[^"]*"?/g, '"…"'],
  [/((?:https?:\/)?\/[^\s?#]*)[?#]\S*/g, '$1'],
  [/[^\s@<>()]+@[^\s@<>()]+\.[a-z]{2,}/gi, '…'],
  // Phone numbers; then identifiers, tokens, hashes.
  [/(?<![\w-])\+?\d[\d\s().-]{4,}\d(?![\w-])/g, '…'],
  [/\b(?=[\w-]*\d)[\w-]{8,}/g, '…'],
]

/** A message without what may be of a person: texts in quotes, queries of URLs, mail addresses, numbers and identifiers. */
export const withoutPersonalData = (message: string): string =>
  PERSONAL.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), message)
