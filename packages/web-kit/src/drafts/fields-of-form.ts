/**
 * The fields of a draft for the current form: fields that a newer version of the form has added get their initial values.
 * @returns the same object if no field is missing; undefined if a field has another type, so that the draft is of another form
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
