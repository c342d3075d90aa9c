/**
 * What a table of this version has for a choice that a service sent.
 * @returns undefined for a choice that only newer versions know: show something else in its place
 */
export const lookUp = <Value>(table: Readonly<Record<string, Value>>, choice: string): Value | undefined =>
  Object.hasOwn(table, choice) ? table[choice] : undefined
