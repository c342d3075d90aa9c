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
 * @throws Error for a computed destructuring declaration, which bundlers always keep
 */
export function markPureDeclarations(source) {
  const module = ts.createSourceFile('module.ts', source, ts.ScriptTarget.Latest)
  return module.statements
    .filter((statement) => ts.isVariableStatement(statement))
    .flatMap(({ declarationList }) => declarationList.declarations)
    .filter(({ initializer }) => initializer && computes(initializer))
    .toReversed()
    .reduce((text, { name, initializer }) => {
      if (!ts.isIdentifier(name))
        throw new Error(
          `write ${name.getText(module)} as one constant for each name: bundlers keep it as it is`,
        )
      const start = initializer.getStart(module)
      const expression = text.slice(start, initializer.end)
      return `${text.slice(0, start)}/*#__PURE__*/ (() => (${expression}))()${text.slice(initializer.end)}`
    }, source)
}

/** Whether evaluating an expression calls functions, reads properties or spreads; function bodies do not count. */
function computes(node) {
  if (ts.isFunctionLike(node) || ts.isTypeNode(node)) return false
  return (
    ts.isCallExpression(node) ||
    ts.isNewExpression(node) ||
    ts.isTaggedTemplateExpression(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isSpreadElement(node) ||
    ts.isSpreadAssignment(node) ||
    (ts.forEachChild(node, computes) ?? false)
  )
}
