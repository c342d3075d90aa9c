import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { OperationFailure } from './operation-failure'

const Settings = Type.Object({
  MONGODB_URI: Type.String({
    pattern: '^mongodb(\\+srv)?://',
    description: 'Server that holds the databases, with or without user and password',
  }),
  MONGODB_USER: Type.Optional(Type.String({ description: 'User of the database, stored in admin' })),
  MONGODB_PASSWORD_FILE: Type.Optional(Type.String({ description: "File with that user's password" })),
})
export type Settings = Static<typeof Settings>

/** @throws OperationFailure naming every setting that is missing or wrong */
export function loadSettings(): Settings {
  return load(Settings)
}

function load<T extends ReturnType<typeof Type.Object>>(schema: T): Static<T> {
  const given = Object.fromEntries(
    Object.keys(schema.properties).flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
  const settings = Value.Convert(schema, Value.Default(schema, given))
  const problems = Value.Errors(schema, settings)
  if (problems.length > 0)
    throw new OperationFailure(
      problems.map(({ instancePath, message }) => `${instancePath.slice(1)} ${message}`.trim()).join('\n'),
    )
  return settings as Static<T>
}

export const readSecret = (file: string): string => readFileSync(file, 'utf8').trim()

const PASSWORD_FILE = /^mongodb-([a-z][a-z0-9-]*)$/

/**
 * The passwords of the database's users by name: of each file mongodb-<name> in a folder of secrets.
 * @throws OperationFailure when there are none, or one is empty
 */
export function readMongoPasswords(folder = process.env.SECRETS_DIR || '/run/secrets'): Map<string, string> {
  const files = readdirSync(folder).filter((file) => PASSWORD_FILE.test(file))
  if (files.length === 0)
    throw new OperationFailure(`${folder} has no files mongodb-<name>: mount the passwords of the users.`)
  return new Map(
    files.toSorted().map((file) => {
      const password = readSecret(path.join(folder, file))
      if (!password) throw new OperationFailure(`${path.join(folder, file)} is empty.`)
      return [PASSWORD_FILE.exec(file)?.[1] ?? file, password]
    }),
  )
}
