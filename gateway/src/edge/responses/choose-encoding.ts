export type Encoding = 'br' | 'gzip' | 'identity'

const PREFERRED = ['br', 'gzip'] as const
const MAX_REMEMBERED = 200

// Browsers send a handful of different values; parsing each once keeps it off the path of a request.
const remembered = new Map<string, Encoding>()

/** The best encoding an Accept-Encoding header allows among those kept. */
export function chooseEncoding(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string' || header === '') return 'identity'
  const known = remembered.get(header)
  if (known) return known
  const encoding = bestOf(header)
  if (remembered.size < MAX_REMEMBERED) remembered.set(header, encoding)
  return encoding
}

function bestOf(header: string): Encoding {
  const accepted = new Set(
    header
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((piece) => piece.trim()))
      .filter(([, quality]) => !quality || !/^q=0(\.0*)?$/.test(quality))
      .map(([name]) => name),
  )
  return PREFERRED.find((encoding) => accepted.has(encoding)) ?? 'identity'
}
