import { readFileSync } from 'node:fs'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { Account } from './accounts'

const Settings = Type.Object({
  DEV_IDENTITY_PORT: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 0,
    description: '0 for a free port',
  }),
  DEV_IDENTITY_AUDIENCE: Type.String({
    default: 'offquad',
    description: 'The client id tokens are issued for',
  }),
  DEV_IDENTITY_EMAIL_DOMAIN: Type.Optional(
    Type.String({ description: 'Shown as an example in the chooser' }),
  ),
  DEV_IDENTITY_ACCOUNTS_FILE: Type.Optional(
    Type.String({ description: 'JSON list of {email, name, picture?}' }),
  ),
})

export const isProduction = (): boolean => process.env.NODE_ENV === 'production'

/** @throws Error naming what is invalid in the environment or in the accounts file */
export function loadSettings(): Static<typeof Settings> & { accounts: Account[] } {
  const names = Object.keys(Settings.properties)
  const given = Object.fromEntries(
    names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
  const settings = Value.Convert(Settings, Value.Default(Settings, given))
  if (!Value.Check(Settings, settings)) throw new Error(describe(Value.Errors(Settings, settings)))
  return { ...settings, accounts: readAccounts(settings.DEV_IDENTITY_ACCOUNTS_FILE) }
}

function readAccounts(file: string | undefined): Account[] {
  if (!file) return []
  const accounts: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const schema = Type.Array(Account)
  if (!Value.Check(schema, accounts)) throw new Error(`${file}: ${describe(Value.Errors(schema, accounts))}`)
  return accounts
}

const describe = (problems: { instancePath: string; message: string }[]) =>
  problems.map(({ instancePath, message }) => `${instancePath.slice(1)} ${message}`).join('\n')
