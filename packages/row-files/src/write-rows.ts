import { stringify } from 'csv-stringify/sync'
import { escapeFormula } from './formula-cells'

/** Writes rows as CSV: one column for each field, lists as JSON, null as an empty cell. */
export const csvOf = (rows: object[]): string =>
  stringify(rows, {
    header: true,
    // Excel recognizes UTF-8 by it.
    bom: true,
    // Not all rows have all fields.
    columns: [...new Set(rows.flatMap((row) => Object.keys(row)))],
    cast: {
      object: (value) => JSON.stringify(value),
      string: escapeFormula,
    },
  })

/** Writes rows as JSON with one row per line, so that two exports can be compared. */
export const jsonOf = (rows: object[]): string =>
  `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`
