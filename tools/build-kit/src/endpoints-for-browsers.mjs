import ts from 'typescript'

/** Options of an endpoint that only services and the API's documentation read. */
const OF_SERVICES = new Set(['summary', 'params', 'query', 'body', 'reply'])

/**
 * Leaves out of declarations of endpoints what browsers do not use: services check what they receive and serialize what they
 * send by the same schemas. Schemas that nothing else refers to can then be left out of a bundle. Line numbers do not change.
 * @param {string} source TypeScript
 * @returns {string} TypeScript
 */
export function endpointsForBrowsers(source) {
  const module = ts.createSourceFile('module.ts', source, ts.ScriptTarget.Latest)
  const dropped = []
  const visit = (node) => {
    if (
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === 'endpoint'
    ) {
      const [, options] = node.arguments
      if (options && ts.isObjectLiteralExpression(options))
        dropped.push(
          ...options.properties.filter(({ name }) => name && OF_SERVICES.has(name.getText(module))),
        )
    } else ts.forEachChild(node, visit)
  }
  visit(module)
  return dropped.toReversed().reduce((text, property) => {
    const start = property.getStart(module)
    const lineBreaks = text.slice(start, property.end).replace(/[^\n]/g, '')
    const after = text.slice(property.end)
    return text.slice(0, start) + lineBreaks + after.replace(/^\s*,/, (comma) => comma.replace(',', ''))
  }, source)
}
