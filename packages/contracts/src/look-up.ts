/**
 * The value in this version's table for a choice that a service sent.
 * @returns undefined for a choice that only newer versions know: show a fallback
 */
export const lookUp = <Value>(table: Readonly<Record<string, Value>>, choice: string): Value | undefined =>
  Object.hasOwn(table, choice) ? table[choice] : undefined
