/**
 * The fields of a draft as the form has them now: what a newer version of the form asks for beside them is as it is initially.
 * @returns the same object where nothing is missing; undefined when a field is of another type, so that it is no draft of this form
 */
export function fieldsOfForm<Fields>(initial: Fields, stored: unknown): Fields | undefined {
  if (!isRecord(initial)) return kindOf(stored) === kindOf(initial) ? (stored as Fields) : undefined
  if (!isRecord(stored)) return undefined
  const added: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(initial)) {
    const field = name in stored ? fieldsOfForm(value, stored[name]) : value
    if (field === undefined && value !== undefined) return undefined
    if (field !== stored[name]) added[name] = field
  }
  return (Object.keys(added).length > 0 ? { ...stored, ...added } : stored) as Fields
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
