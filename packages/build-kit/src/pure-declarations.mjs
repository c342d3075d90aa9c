import ts from 'typescript'

/** Files of packages/contracts: declarations only, so a declaration that no one imports may be removed. */
export const CONTRACT_SOURCES = /[\\/]packages[\\/]contracts[\\/]src[\\/].+\.ts$/

/**
 * Tells bundlers that computing the top-level constants of a module has no side effects. Without it they keep every
 * `endpoint({...})` and `Type.Object(...)` of a module one constant of which is used, because a call might do anything.
 * One pure call around the whole expression covers what per-call annotations cannot: property reads and spreads.
 * Line numbers stay as they are.
 * @param {string} source TypeScript
 * @returns {string} TypeScript
 */
export function markPureDeclarations(source) {
  const module = ts.createSourceFile('module.ts', source, ts.ScriptTarget.Latest)
  return module.statements
    .filter((statement) => ts.isVariableStatement(statement))
    .flatMap(({ declarationList }) => declarationList.declarations)
    .filter(({ initializer }) => initializer && computes(initializer))
    .toReversed()
    .reduce((text, declaration) => {
      const { name, initializer } = declaration
      const expression = text.slice(initializer.getStart(module), initializer.end)
      const replace = (node, replacement) =>
        text.slice(0, node.getStart(module)) + replacement + text.slice(node.end)
      if (ts.isIdentifier(name)) return replace(initializer, pure(expression))
      // Bundlers keep a destructuring whatever its right side is.
      const members = ts.isObjectBindingPattern(name) && !calls(initializer) && memberNames(name)
      if (!members) return text
      const lineBreaks = declaration.getText(module).replace(/[^\n]/g, '')
      return replace(
        declaration,
        members.map(([local, member]) => `${local} = ${pure(`${expression}.${member}`)}`).join(', ') +
          lineBreaks,
      )
    }, source)
}

const pure = (expression) => `/*#__PURE__*/ (() => (${expression}))()`

/** Local and member names of `{ a, b: c }`; undefined where the pattern holds more than names. */
function memberNames({ elements }) {
  const names = elements.map(({ name, propertyName = name, dotDotDotToken, initializer }) =>
    ts.isIdentifier(name) && ts.isIdentifier(propertyName) && !dotDotDotToken && !initializer
      ? [name.text, propertyName.text]
      : undefined,
  )
  return names.includes(undefined) ? undefined : names
}

/** Whether evaluating an expression runs code or reads properties, apart from functions that it only defines. */
const computes = (node) =>
  contains(
    node,
    (part) =>
      isCall(part) ||
      ts.isPropertyAccessExpression(part) ||
      ts.isElementAccessExpression(part) ||
      ts.isSpreadElement(part) ||
      ts.isSpreadAssignment(part),
  )

const calls = (node) => contains(node, isCall)

const isCall = (node) =>
  ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isTaggedTemplateExpression(node)

function contains(node, isWanted) {
  if (ts.isFunctionLike(node) || ts.isTypeNode(node)) return false
  return isWanted(node) || (ts.forEachChild(node, (child) => contains(child, isWanted)) ?? false)
}
