// Stands for typebox's registry of formats in the browser: with those that contracts use, instead of all (3 KB with brotli).
import { IsDate, IsDateTime } from 'typebox/format'

const formats = new Map(
  Object.entries({
    // The module that has them may run after this one.
    date: (value) => IsDate(value),
    'date-time': (value) => IsDateTime(value),
  }),
)

export const Has = (format) => formats.has(format)
export const Get = (format) => formats.get(format)
export const Test = (format, value) => formats.get(format)?.(value) ?? true
