import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAllDocuments } from 'yaml'

export const REPOSITORY = path.resolve(__dirname, '../..')
export const inRepository = (...parts: string[]): string => path.join(REPOSITORY, ...parts)
export const read = (file: string): string => readFileSync(inRepository(file), 'utf8')

/** What is built into an image of its own. */
export const SERVICES = ['svc-catalog', 'svc-reviews', 'svc-users', 'gateway']
export const FRONTENDS = readdirSync(REPOSITORY).filter((name) => name === 'shell' || name.startsWith('mfe-'))

/** Every document of a YAML file, anchors and merges resolved. */
export function readYaml(file: string): Record<string, unknown>[] {
  return parseAllDocuments(read(file), { merge: true }).map((document) => {
    if (document.errors[0]) throw document.errors[0]
    return document.toJS() as Record<string, unknown>
  })
}

/** The names of the variables the README explains. */
export const explainedVariables = (): Set<string> => {
  const table = read('README.md').split('## Environment')[1] ?? ''
  return new Set([...table.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name))
}
