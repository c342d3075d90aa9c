import path from 'node:path'
import ts from 'typescript'

const MAX_DEPTH = 8

/**
 * Reads the exports of src/index.ts with their types, as lines that can be compared: one for every place in a type and
 * every value that may stand there.
 *
 *     gives : function
 *     takes (0).size: 'small'          a property of the first argument, or of a component's props
 *     takes (0).size: undefined        it is optional
 *     gives (0).onOpen(0): string      what a callback receives comes from the package
 *     gives =>: Element                what the function returns
 *
 * Types of the package are followed; those of other packages are named, and change with these.
 * @param {string} folder absolute path of the package
 * @returns {Record<string, string[]>} by the name of the export, sorted
 */
export function readSurface(folder) {
  const entry = path.join(folder, 'src/index.ts')
  const program = ts.createProgram([entry], {
    jsx: ts.JsxEmit.ReactJSX,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    target: ts.ScriptTarget.ES2023,
    types: [],
  })
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(entry)
  if (!source) throw new Error(`${entry} is missing`)
  const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(source))
  const surface = symbols.map((symbol) => {
    const lines = new Set()
    describeExport(resolved(checker, symbol), { checker, root: path.join(folder, 'src'), lines })
    return [symbol.name, [...lines].toSorted()]
  })
  return Object.fromEntries(surface.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const resolved = (checker, symbol) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

const opposite = { takes: 'gives', gives: 'takes', both: 'both' }

function describeExport(symbol, context) {
  for (const declaration of symbol.declarations ?? [])
    if (isOwn(declaration, context)) describeDeclaration(declaration, context)
    else context.lines.add(`gives : ${symbol.name} of ${packageName(declaration)}`)
}

function describeDeclaration(declaration, context) {
  const place = { ...context, direction: 'gives', at: '', depth: 0 }
  if (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration))
    return describeNamedType(declaration, { ...place, direction: 'both' })
  if (ts.isClassDeclaration(declaration)) {
    const constructor = declaration.members.find(ts.isConstructorDeclaration)
    if (constructor) describeParameters(constructor, { ...place, at: 'new' })
    return describeMembers(declaration.members, place)
  }
  describeValue(declaration, place)
}

/** A function, a constant, or a member of one. */
function describeValue(declaration, place) {
  const { initializer, type } = declaration
  const value = initializer && withoutAssertion(initializer)
  if (ts.isFunctionLike(declaration)) return describeFunction(declaration, place)
  if (type) return describeNode(type, place)
  if (value && ts.isFunctionLike(value)) return describeFunction(value, place)
  if (value && ts.isObjectLiteralExpression(value)) return describeMembers(value.properties, place)
  describeType(place.checker.getTypeAtLocation(declaration), place)
}

const withoutAssertion = (node) =>
  ts.isAsExpression(node) || ts.isSatisfiesExpression(node) ? withoutAssertion(node.expression) : node

function describeFunction(node, place) {
  add(place, 'function')
  describeParameters(node, place)
  const result = { ...place, at: `${place.at}=>` }
  if (node.type) return describeNode(node.type, result)
  const signature = place.checker.getSignatureFromDeclaration(node)
  if (signature) describeType(place.checker.getReturnTypeOfSignature(signature), result)
}

function describeParameters(node, place) {
  node.parameters.forEach((parameter, index) => {
    const argument = {
      ...place,
      direction: opposite[place.direction],
      at: `${place.at}(${parameter.dotDotDotToken ? '...' : index})`,
    }
    if (parameter.questionToken || parameter.initializer) add(argument, 'undefined')
    if (parameter.type) describeNode(parameter.type, argument)
    else describeType(place.checker.getTypeAtLocation(parameter), argument)
  })
}

function describeMembers(members, place) {
  for (const member of members) {
    if (isHidden(member)) continue
    if (ts.isIndexSignatureDeclaration(member)) {
      describeNode(member.type, { ...place, at: `${place.at}[]` })
      continue
    }
    const name = member.name?.getText()
    if (name === undefined) {
      add(place, normalized(member))
      continue
    }
    const at = { ...place, at: `${place.at}.${name}` }
    if (member.questionToken) add(at, 'undefined')
    describeValue(member, at)
  }
}

const isHidden = (member) =>
  ts.isConstructorDeclaration(member) ||
  (member.name && ts.isPrivateIdentifier(member.name)) ||
  (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) !== 0

function describeNamedType(declaration, place) {
  if (ts.isTypeAliasDeclaration(declaration)) return describeNode(declaration.type, place)
  for (const { types } of declaration.heritageClauses ?? [])
    for (const type of types) describeNode(type, place)
  describeMembers(declaration.members, place)
}

/** A type as it is written. */
function describeNode(node, place) {
  if (ts.isParenthesizedTypeNode(node)) return describeNode(node.type, place)
  if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node))
    return node.types.forEach((type) => describeNode(type, place))
  if (ts.isArrayTypeNode(node)) return describeNode(node.elementType, { ...place, at: `${place.at}[]` })
  if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword)
    return describeNode(node.type, place)
  if (ts.isTupleTypeNode(node))
    return node.elements.forEach((element, index) =>
      describeNode(element, { ...place, at: `${place.at}.${index}` }),
    )
  if (ts.isFunctionTypeNode(node)) return describeFunction(node, place)
  if (ts.isTypeLiteralNode(node)) {
    add(place, 'object')
    return describeMembers(node.members, place)
  }
  if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node))
    return describeReference(node, place)
  add(place, normalized(node))
}

function describeReference(node, place) {
  const symbol = place.checker.getSymbolAtLocation(node.typeName ?? node.expression)
  const declaration = symbol && typeDeclaration(resolved(place.checker, symbol))
  if (declaration && isOwn(declaration, place) && place.depth < MAX_DEPTH) {
    if (!ts.isTypeParameterDeclaration(declaration)) {
      if (ts.isInterfaceDeclaration(declaration)) add(place, 'object')
      return describeNamedType(declaration, { ...place, depth: place.depth + 1 })
    }
    return add(place, declaration.constraint ? `any ${normalized(declaration.constraint)}` : 'anything')
  }
  add(place, normalized(node))
  // Pick<Own, 'name'> changes with Own; what a promise holds goes where the promise goes.
  const direction = node.typeName?.getText() === 'Promise' ? place.direction : 'both'
  for (const argument of node.typeArguments ?? [])
    describeNode(argument, { ...place, direction, at: `${place.at}<>`, depth: place.depth + 1 })
}

const typeDeclaration = (symbol) =>
  symbol.declarations?.find(
    (declaration) =>
      ts.isInterfaceDeclaration(declaration) ||
      ts.isTypeAliasDeclaration(declaration) ||
      ts.isTypeParameterDeclaration(declaration),
  )

/** A type that is not written anywhere. Its parts from other packages are named only: they change with these. */
function describeType(type, place) {
  const { checker } = place
  const symbol = type.aliasSymbol ?? type.symbol
  const declaration = symbol?.declarations?.[0]
  if (type.isUnion() && !(type.flags & ts.TypeFlags.Boolean) && !type.aliasSymbol)
    return type.types.forEach((part) => describeType(part, place))
  if (checker.isTupleType(type))
    return checker
      .getTypeArguments(type)
      .forEach((part, index) => describeType(part, { ...place, at: `${place.at}.${index}` }))
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type)
    return describeType(element, { ...place, at: `${place.at}[]` })
  }
  if (declaration && !isOwn(declaration, place)) return add(place, symbol.name)
  const [signature] = type.getCallSignatures()
  const written = signature?.declaration
  if (written && isOwn(written, place)) return describeFunction(written, place)
  const isOwnObject = declaration && type.flags & ts.TypeFlags.Object && place.depth < MAX_DEPTH
  if (!isOwnObject) return add(place, checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation))
  add(place, 'object')
  for (const property of type.getProperties()) {
    const at = { ...place, at: `${place.at}.${property.name}`, depth: place.depth + 1 }
    if (property.flags & ts.SymbolFlags.Optional) add(at, 'undefined')
    describeType(checker.getTypeOfSymbol(property), at)
  }
}

const add = ({ lines, direction, at }, text) => lines.add(`${direction} ${at}: ${text}`)

const isOwn = (declaration, { root }) => declaration.getSourceFile().fileName.startsWith(`${root}/`)

const normalized = (node) => node.getText().replace(/\s+/g, ' ')

const packageName = (declaration) => {
  const { fileName } = declaration.getSourceFile()
  const [name = fileName] = /(?:@[^/]+\/)?[^/]+/.exec(fileName.split('/node_modules/').at(-1)) ?? []
  return name
}
