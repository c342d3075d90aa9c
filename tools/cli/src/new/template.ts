import { readFileSync } from 'node:fs'
import path from 'node:path'
import { REPOSITORY } from '../config'

export type Values = Record<string, unknown>

/**
 * A template's text: `{{name}}` is a value, and what is between `{{#names}}` and `{{/names}}` is repeated for each value of a
 * list, which is `{{.}}` there.
 */
export const fillIn = (template: string, values: Values): string =>
  readFileSync(path.join(REPOSITORY, 'tools/cli/templates', `${template}.template`), 'utf8')
    .replace(/^ *\{\{#(\w+)\}\}\n([^]*?)^ *\{\{\/\1\}\}\n/gm, (_, name: string, part: string) =>
      repeat(part, values[name]),
    )
    .replace(/\{\{#(\w+)\}\}(.*?)\{\{\/\1\}\}/g, (_, name: string, part: string) =>
      repeat(part, values[name]),
    )
    .replace(/\{\{version (\S+)\}\}/g, (_, name: string) => installedVersion(name))
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))

const repeat = (part: string, values: unknown): string =>
  [values]
    .flat()
    .map((value) => part.replaceAll('{{.}}', String(value)))
    .join('')

/** The version that the other slices were built and tested with. */
function installedVersion(name: string): string {
  const file = path.join(REPOSITORY, 'node_modules', name, 'package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
