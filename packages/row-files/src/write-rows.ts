import { stringify } from 'csv-stringify/sync'
import { escapeFormula } from './formula-cells'

/** Rows as a CSV file: one column for each field, lists as JSON in their cell, unknown values empty. */
export const csvOf = (rows: object[]): string =>
  stringify(rows, {
    header: true,
    cast: {
      object: (value) => JSON.stringify(value),
      string: escapeFormula,
    },
  })

/** Rows as a JSON file, one row a line, so that two exports can be compared. */
export const jsonOf = (rows: object[]): string =>
  `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`
