import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAllDocuments } from 'yaml'

export const REPOSITORY = path.resolve(__dirname, '../..')
export const inRepository = (...parts: string[]): string => path.join(REPOSITORY, ...parts)
export const read = (file: string): string => readFileSync(inRepository(file), 'utf8')

const folders = readdirSync(REPOSITORY).filter((name) => existsSync(inRepository(name, 'package.json')))

/** Slices whose images run permanently. */
export const SERVICES = [...folders.filter((name) => name.startsWith('svc-')), 'gateway']
/** Services with a worker process. */
export const WORKERS = SERVICES.filter((name) => existsSync(inRepository(name, 'src/worker.ts')))
export const FRONTENDS = folders.filter((name) => name === 'shell' || name.startsWith('mfe-'))

/** The documents of a YAML file, with anchors and merges resolved. */
export function readYaml(file: string): Record<string, unknown>[] {
  return parseAllDocuments(read(file), { merge: true }).map((document) => {
    if (document.errors[0]) throw document.errors[0]
    // Trusted files: many containers share settings through aliases.
    return document.toJS({ maxAliasCount: -1 }) as Record<string, unknown>
  })
}

/** The names of the variables documented in docs/settings.md; SVC_<NAME>_URL is one variable for each service. */
export const documentedVariables = (): Set<string> =>
  new Set([
    ...[...read('docs/settings.md').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name),
    ...SERVICES.map((folder) => `${folder.replace('-', '_').toUpperCase()}_URL`),
  ])
