// Spreadsheets treat these as the start of a formula (OWASP, "CSV Injection").
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/
const ESCAPED_FORMULA = /^'+[=+\-@\t\r\n＝＋－＠]/

/** Escapes a text so that spreadsheets do not run it as a formula: `=1+2` becomes `'=1+2`, and `'=1+2` becomes `''=1+2`. */
export const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** Reverses `escapeFormula`. */
export const unescapeFormula = (cell: string): string => (ESCAPED_FORMULA.test(cell) ? cell.slice(1) : cell)
