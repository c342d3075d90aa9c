// What spreadsheets take for the beginning of a formula, after OWASP's "CSV Injection".
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/
const ESCAPED_FORMULA = /^'+[=+\-@\t\r\n＝＋－＠]/

/** A text that spreadsheets show instead of running it: `=1+2` becomes `'=1+2`. A quote more if it already has some. */
export const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** The text that `escapeFormula` was given. */
export const unescapeFormula = (cell: string): string => (ESCAPED_FORMULA.test(cell) ? cell.slice(1) : cell)
