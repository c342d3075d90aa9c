import ts from 'typescript'

/** Files of packages/contracts: they contain only declarations, so unused ones may be removed. */
export const CONTRACT_SOURCES = /[\\/]packages[\\/]contracts[\\/]src[\\/].+\.ts$/

/**
 * Marks the initializers of a module's top-level constants as free of side effects. Without it, bundlers keep every
 * `endpoint(...)` and `Type.Object(...)` of a module as soon as one of its constants is used, because any call might have side
 * effects. One pure call around the whole expression covers what annotations per call cannot: property reads and spreads.
 * Line numbers do not change.
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
      // Bundlers always keep destructuring declarations.
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

/** Local and member names of `{ a, b: c }`; undefined when the pattern contains anything but names. */
function memberNames({ elements }) {
  const names = elements.map(({ name, propertyName = name, dotDotDotToken, initializer }) =>
    ts.isIdentifier(name) && ts.isIdentifier(propertyName) && !dotDotDotToken && !initializer
      ? [name.text, propertyName.text]
      : undefined,
  )
  return names.includes(undefined) ? undefined : names
}

/** Whether evaluating an expression calls functions, reads properties or spreads; function bodies do not count. */
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

function contains(node, matches) {
  if (ts.isFunctionLike(node) || ts.isTypeNode(node)) return false
  return matches(node) || (ts.forEachChild(node, (child) => contains(child, matches)) ?? false)
}
