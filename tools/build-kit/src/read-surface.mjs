import path from 'node:path'
import ts from 'typescript'

const OPTIONS = {
  declaration: true,
  jsx: ts.JsxEmit.ReactJSX,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  removeComments: true,
  skipLibCheck: true,
  strict: true,
  target: ts.ScriptTarget.ES2023,
  types: [],
}

const FORMAT = {
  getCanonicalFileName: (file) => file,
  getCurrentDirectory: ts.sys.getCurrentDirectory,
  getNewLine: () => '\n',
}

/**
 * Reads the exports of src/index.ts: for each the declarations that it consists of, as the compiler emits them, which is the
 * text of a module. Types of the package are included, and those of other packages imported: they change with these.
 * @param {string} folder absolute path of the package
 * @returns {Record<string, string[]>} by the name of the export, sorted
 * @throws Error when the compiler cannot write down a type
 */
export function readSurface(folder) {
  const source = path.join(folder, 'src/')
  const program = ts.createProgram([path.join(source, 'index.ts')], OPTIONS)
  const declarations = new Map()
  for (const file of program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(source))) {
    const { diagnostics } = program.emit(file, (name, text) => declarations.set(name, text), undefined, true)
    if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, FORMAT))
  }
  const index = path.join(source, 'index.d.ts')
  const declared = programOf(declarations, (file) => !file.startsWith(source))
  const checker = declared.getTypeChecker()
  const surface = exportsOf(declared, index).map((symbol) => {
    const { name } = resolved(symbol, checker)
    const renamed = name === symbol.name ? [] : [`export { ${name} as ${symbol.name} }`]
    return [symbol.name, [...statementsOf(symbol, checker, source), ...renamed].toSorted()]
  })
  return Object.fromEntries(surface.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * A program of texts, by file.
 * @param {Map<string, string>} texts
 * @param {(file: string) => boolean} isOnDisk whether another file is read from the disk
 */
export function programOf(texts, isOnDisk = () => true) {
  const host = ts.createCompilerHost(OPTIONS)
  const { fileExists, readFile } = host
  host.fileExists = (file) => texts.has(file) || (isOnDisk(file) && fileExists(file))
  host.readFile = (file) => texts.get(file) ?? readFile(file)
  host.getSourceFile = (file, version) => {
    const text = host.readFile(file)
    return text === undefined ? undefined : ts.createSourceFile(file, text, version, true)
  }
  return ts.createProgram([...texts.keys()], OPTIONS, host)
}

/** The symbols that a file of a program exports. */
export function exportsOf(program, file) {
  const checker = program.getTypeChecker()
  return checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)))
}

/** The symbol that an export stands for. */
export const resolved = (symbol, checker) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

/** The statements that declare a symbol, and those of the symbols that these refer to. */
function statementsOf(symbol, checker, source, statements = new Map()) {
  for (const declaration of symbol?.declarations ?? []) {
    const statement = ts.findAncestor(declaration, ({ parent }) => parent && ts.isSourceFile(parent))
    const isOwn = declaration.getSourceFile().fileName.startsWith(source)
    if (!isOwn || !statement || statements.has(declaration)) continue
    const from = statement.moduleSpecifier?.text
    if (from?.startsWith('.')) {
      statementsOf(checker.getImmediateAliasedSymbol(symbol), checker, source, statements)
      continue
    }
    statements.set(declaration, from ? importOf(declaration, statement) : withoutBindings(statement))
    if (from) continue
    const visit = (node) => {
      if (ts.isIdentifier(node)) statementsOf(checker.getSymbolAtLocation(node), checker, source, statements)
      ts.forEachChild(node, visit)
    }
    visit(statement)
  }
  return new Set(statements.values())
}

/** An import or export of another package, of this name alone. */
const importOf = (declaration, statement) =>
  ts.isImportSpecifier(declaration) || ts.isExportSpecifier(declaration)
    ? `${ts.isImportSpecifier(declaration) ? 'import' : 'export'} { ${declaration.getText()} } from '${statement.moduleSpecifier.text}'`
    : statement.getText()

/** The text of a statement with a name for each parameter that is destructured: which parts are used is not seen outside. */
function withoutBindings(statement) {
  const bindings = []
  const visit = (node) => {
    if (ts.isObjectBindingPattern(node)) bindings.push(node)
    else ts.forEachChild(node, visit)
  }
  visit(statement)
  const start = statement.getStart()
  return bindings.reduceRight(
    (text, node, index) =>
      `${text.slice(0, node.getStart() - start)}props${index}${text.slice(node.end - start)}`,
    statement.getText(),
  )
}
