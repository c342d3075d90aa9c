const ts = require('typescript')

const SWAPPED = {
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
}
const SWAPPED_METHODS = { every: 'some', some: 'every', min: 'max', max: 'min', floor: 'ceil', ceil: 'floor' }
const REMOVED_METHODS = new Set([
  'filter',
  'toSorted',
  'sort',
  'slice',
  'reverse',
  'toReversed',
  'trim',
  'catch',
])

/**
 * Every small fault that can be planted in a source: a changed operator, condition, literal or method, a statement left
 * out. Types, imports and texts of errors are left alone.
 * @param {string} source TypeScript
 * @returns {{ start: number, end: number, replacement: string, line: number, label: string }[]} in the order of the text
 */
function listMutants(source) {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true)
  const mutants = []

  function add(node, replacement, what = node.getText()) {
    const start = node.getStart()
    const line = file.getLineAndCharacterOfPosition(start).line + 1
    const label = `${shorten(what)} -> ${shorten(replacement) || 'nothing'}`
    mutants.push({ start, end: node.getEnd(), replacement, line, label })
  }

  function visit(node) {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isModuleDeclaration(node)) return
    // What an error says may be worded differently; that it is thrown may not.
    if (ts.isThrowStatement(node)) return add(node, ';')
    mutate(node, add)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return mutants.toSorted((one, other) => one.start - other.start || one.end - other.end)
}

const shorten = (code) => code.replace(/\s+/g, ' ').slice(0, 120)

function mutate(node, add) {
  if (ts.isIfStatement(node)) {
    add(node.expression, 'true', `if (${node.expression.getText()})`)
    add(node.expression, 'false', `if (${node.expression.getText()})`)
  } else if (ts.isConditionalExpression(node)) {
    add(node.condition, 'true', `${node.condition.getText()} ?`)
    add(node.condition, 'false', `${node.condition.getText()} ?`)
  } else if (ts.isBinaryExpression(node)) {
    const swapped = SWAPPED[node.operatorToken.getText()]
    if (swapped) add(node.operatorToken, swapped, node.getText())
  } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    add(node, node.operand.getText())
  } else if (ts.isExpressionStatement(node)) {
    add(node, ';')
  } else if (ts.isNumericLiteral(node)) {
    add(node, `(${node.getText()} + 1)`, describeLiteral(node))
  } else if (node.kind === ts.SyntaxKind.TrueKeyword) {
    add(node, 'false', describeLiteral(node))
  } else if (node.kind === ts.SyntaxKind.FalseKeyword) {
    add(node, 'true', describeLiteral(node))
  } else if (ts.isStringLiteral(node) && node.text !== '' && !isName(node)) {
    add(node, "''", describeLiteral(node))
  } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression
    const swapped = SWAPPED_METHODS[name.text]
    if (swapped) add(name, swapped, node.getText())
    if (REMOVED_METHODS.has(name.text)) add(node, expression.getText())
  }
}

/** With the code around it, because the same literal occurs often. */
const describeLiteral = (node) => `${shorten(node.parent.getText())}: ${shorten(node.getText())}`

/** Of a member, not a value. */
function isName(node) {
  return ts.isPropertyAssignment(node.parent) && node.parent.name === node
}

/** The sources with one mutant each, in the order of `listMutants`. */
const applyMutants = (source) =>
  listMutants(source).map(
    ({ start, end, replacement }) => source.slice(0, start) + replacement + source.slice(end),
  )

module.exports = { listMutants, applyMutants }
