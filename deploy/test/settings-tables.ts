import { serviceSettings } from '@offquad/service-kit'

/** A setting as a service's config.ts describes it, as JSON schema. */
interface SettingSchema {
  default?: unknown
  description?: string
  enum?: string[]
  isCredential?: boolean
}

export interface Setting {
  name: string
  schema: SettingSchema
  isRequired: boolean
}

const BEGIN = '<!-- The tables below are generated: RECORD_SETTINGS=yes npx jest deploy/test/settings -->\n'
const END = '\n<!-- end of the generated tables -->'

/** The page with the tables of the settings that each service has now. */
export function withSettingsTables(page: string, settingsByService: Map<string, Setting[]>): string {
  const [before = '', rest = ''] = page.split(BEGIN)
  const [, after = ''] = rest.split(END)
  return before + BEGIN + settingsTables(settingsByService) + END + after
}

function settingsTables(settingsByService: Map<string, Setting[]>): string {
  const usersOf = new Map<string, { setting: Setting; services: string[] }>()
  for (const [service, settings] of settingsByService)
    for (const setting of settings.map(ofAnyService)) {
      const key = JSON.stringify(setting)
      usersOf.set(key, { setting, services: [...(usersOf.get(key)?.services ?? []), service] })
    }
  const sections = new Map<string, Setting[]>([['Every process', []]])
  for (const { setting, services } of usersOf.values()) {
    const heading = isOfEveryProcess(setting) ? 'Every process' : services.join(', ')
    sections.set(heading, [...(sections.get(heading) ?? []), setting])
  }
  return [...sections].map(([heading, settings]) => `\n## ${heading}\n\n${tableOf(settings)}\n`).join('')
}

const COMMON = new Set(Object.values(serviceSettings).map((schema) => JSON.stringify(schema)))

/** A service that has no other settings changes no table. */
const isOfEveryProcess = ({ name, schema }: Setting): boolean =>
  name === 'MONGODB_DATABASE' || COMMON.has(JSON.stringify(schema))

/** Every service has a database, whose name alone differs. */
const ofAnyService = (setting: Setting): Setting =>
  setting.name === 'MONGODB_DATABASE'
    ? { ...setting, schema: { default: 'offquad-<service>', description: 'Database of this service alone' } }
    : setting

function tableOf(settings: Setting[]): string {
  const rows = settings.map((setting) => [`\`${setting.name}\``, defaultOf(setting), purposeOf(setting)])
  const cells = [['variable', 'default', 'purpose'], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => (row[column] ?? '').length)))
  const lineOf = (row: string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`
  const ruler = lineOf(widths.map((width) => '-'.repeat(width)))
  return [lineOf(cells[0] ?? []), ruler, ...rows.map(lineOf)].join('\n')
}

function defaultOf({ schema, isRequired }: Setting): string {
  if (schema.default === undefined) return isRequired ? 'required' : 'none'
  return schema.default === '' ? 'none' : `\`${String(schema.default)}\``
}

function purposeOf({ name, schema }: Setting): string {
  const description = (schema.description ?? '').replace(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g, '`$&`')
  const choices = schema.enum ? ` (${schema.enum.map((value) => `\`${value}\``).join(', ')})` : ''
  const file = schema.isCredential ? `, or \`${name}_FILE\`` : ''
  return `${description}${choices}${file}`.replaceAll('|', '\\|')
}
