import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/**
 * The values that an app's source imports from packages, without types and without its tests.
 * @param {string} folder absolute path of the app's src folder
 * @returns {Map<string, Set<string>>} names of exports by package; '*' if any of them may be used
 */
export function importsOfApp(folder) {
  return merge(sourcesOf(folder).map(importsOf))
}

/**
 * The members that an app's source reads from an imported namespace: `Object` in `Type.Object`, for 'typebox' and 'Type'.
 * @param {string} folder absolute path of the app's src folder
 * @param {string} from name of the package
 * @param {string} name name of the namespace, without an alias
 * @returns {Set<string>}
 */
export function membersRead(folder, from, name) {
  const members = new Set()
  for (const file of sourcesOf(folder)) {
    if (!readModule(file).imports.get(from)?.has(name)) continue
    const visit = (node) => {
      if (
        ts.isPropertyAccessExpression(node) &&
        ts.isIdentifier(node.expression) &&
        node.expression.text === name
      )
        members.add(node.name.text)
      ts.forEachChild(node, visit)
    }
    visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest))
  }
  return members
}

const sourcesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isSource(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))

/**
 * Like `importsOfApp`, for the modules of a package that one of its exports depends on.
 * @param {string} folder absolute path of the package's src folder
 * @param {string} name the export of its index.ts; '*' for all
 */
export function importsOfExport(folder, name) {
  const index = path.join(folder, 'index.ts')
  const { reexports } = readModule(index)
  const files = reexports
    .filter((reexport) => name === '*' || reexport.name === name)
    .map(({ from }) => from)
    .filter((from) => from.startsWith('.'))
  return merge(modulesFrom(index, files).map(importsOf))
}

/** Absolute paths of the modules that a module imports, transitively. */
function modulesFrom(importer, requests, seen = new Set()) {
  for (const request of requests) {
    const file = fileOf(path.resolve(path.dirname(importer), request))
    if (!file || seen.has(file)) continue
    seen.add(file)
    modulesFrom(file, readModule(file).requests, seen)
  }
  return [...seen]
}

const fileOf = (base) => [`${base}.ts`, `${base}.tsx`].find((file) => existsSync(file))

const importsOf = (file) => new Map([...readModule(file).imports].filter(([from]) => !from.startsWith('.')))

const isSource = (name) => /(?<!\.test|\.d)\.tsx?$/.test(name)

/** Imports and exports of modules, cached by file: many exports of a package lead to the same modules. */
const modules = new Map()

function readModule(file) {
  if (!modules.has(file)) modules.set(file, parseModule(file))
  return modules.get(file)
}

function parseModule(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const imports = new Map()
  const reexports = []
  const add = (from, name) => imports.set(from, (imports.get(from) ?? new Set()).add(name))

  const visit = (node) => {
    if (ts.isImportDeclaration(node))
      for (const name of importedNames(node)) add(node.moduleSpecifier.text, name)
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier && !node.isTypeOnly)
      for (const [name, exported] of exportedNames(node)) {
        add(node.moduleSpecifier.text, name)
        reexports.push({ name: exported, from: node.moduleSpecifier.text })
      }
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [request] = node.arguments
      if (request && ts.isStringLiteral(request)) add(request.text, '*')
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { imports, reexports, requests: [...imports.keys()].filter((from) => from.startsWith('.')) }
}

function importedNames({ importClause }) {
  // import './style.css'
  if (!importClause) return ['']
  if (importClause.isTypeOnly) return []
  const { name, namedBindings } = importClause
  const named = !namedBindings
    ? []
    : ts.isNamespaceImport(namedBindings)
      ? ['*']
      : namedBindings.elements
          .filter(({ isTypeOnly }) => !isTypeOnly)
          .map((specifier) => (specifier.propertyName ?? specifier.name).text)
  return [...(name ? ['default'] : []), ...named]
}

const exportedNames = ({ exportClause }) =>
  exportClause && ts.isNamedExports(exportClause)
    ? exportClause.elements
        .filter(({ isTypeOnly }) => !isTypeOnly)
        .map(({ name, propertyName = name }) => [propertyName.text, name.text])
    : [['*', exportClause?.name.text ?? '*']]

function merge(maps) {
  const merged = new Map()
  for (const map of maps)
    for (const [from, names] of map) merged.set(from, new Set([...(merged.get(from) ?? []), ...names]))
  return merged
}
