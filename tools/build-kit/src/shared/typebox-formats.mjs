// Stands for typebox's registry of formats in the browser: with those that contracts use, instead of all (3 KB with brotli).
import { IsDate, IsDateTime } from 'typebox/format'

const CHECKS = {
  // The module that has them may run after this one.
  date: (value) => IsDate(value),
  'date-time': (value) => IsDateTime(value),
}

const formats = new Map(Object.entries(CHECKS))

export const Clear = () => formats.clear()
export const Entries = () => [...formats.entries()]
export const Set = (format, check) => void formats.set(format, check)
export const Has = (format) => formats.has(format)
export const Get = (format) => formats.get(format)
export const Test = (format, value) => formats.get(format)?.(value) ?? true
export function Reset() {
  formats.clear()
  for (const [format, check] of Object.entries(CHECKS)) formats.set(format, check)
}
