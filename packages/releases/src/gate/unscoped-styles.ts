import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type ChildNode } from 'postcss'
import { type Candidate } from './find-problems'

/** At-rules that may stand inside of a scope: they apply to no more than it does. */
const WITHIN_SCOPE = /^(charset|container|layer|media|scope|starting-style|supports)$/

/**
 * Stylesheets of a remote that would apply to more than what it renders: all rules have to be in the layer and the scope that
 * build-kit's `isolateStyles` puts them in.
 * @param folder contains the files
 */
export async function findUnscopedStyles(
  folder: string,
  { app: { app }, files }: Candidate,
): Promise<string[]> {
  if (app === 'shell') return []
  // Only here, because it takes memory that serving pages does not need.
  const { parse } = await import('postcss')
  /** @returns the beginning of the first rule outside of the scope */
  const findUnscoped = (css: string): string | undefined => {
    try {
      return parse(css).nodes.flatMap((node) => unscopedIn(node, app))[0]
    } catch (error) {
      return (error as Error).message
    }
  }
  const problems: string[] = []
  for (const { path: name } of files.filter((file) => /\.css$/i.test(file.path))) {
    const unscoped = findUnscoped(await readFile(path.join(folder, name), 'utf8'))
    if (unscoped !== undefined)
      problems.push(`its ${name} would style more than what it renders: ${unscoped.slice(0, 60)}`)
  }
  return problems
}

function unscopedIn(node: ChildNode, app: string): string[] {
  if (node.type === 'comment') return []
  if (node.type !== 'atrule') return [node.toString()]
  const { name, params, nodes = [] } = node
  if (name === 'charset') return []
  if (name === 'layer' && params === `remotes.${app}`) return nodes.flatMap((child) => unscopedIn(child, app))
  if (name.endsWith('keyframes') && params.startsWith(`${app}-`)) return []
  // Minimizers leave out quotes and the space before `to`.
  const scope = params.replaceAll('"', '').replace(/\)\s*to \(/, ') to (')
  if (name !== 'scope' || scope !== `([data-app=${app}]) to (:scope [data-app])`) return [node.toString()]
  const unscoped: string[] = []
  node.walkAtRules((rule) => void (WITHIN_SCOPE.test(rule.name) || unscoped.push(rule.toString())))
  return unscoped
}
