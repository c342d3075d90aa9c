const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for an element or a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)

const UNICODE_ESCAPES: Record<string, string> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' }

/** JSON for a script element. In JSON these characters occur only within strings, where escapes are equivalent. */
export const escapeJson = (json: string): string =>
  json.replace(/[<\u2028\u2029]/g, (char) => UNICODE_ESCAPES[char] ?? char)
