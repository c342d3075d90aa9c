import { quote } from '@offquad/contracts'
import { isBlank } from '@offquad/service-kit/import-fields'

/** A list, JSON of one, or what `split` finds in another text; nothing for a blank value. */
export function listOf(value: unknown, split: (text: string) => unknown[]): unknown[] {
  if (isBlank(value)) return []
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return [value]
  if (!value.trim().startsWith('[')) return split(value)
  try {
    return listOf(JSON.parse(value), split)
  } catch {
    throw new Error(`is not valid JSON: ${quote(value)}`)
  }
}
