import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { credential, loadConfig } from '@offquad/service-kit/config'
import { type Static, Type } from 'typebox'
import { OperationFailure } from './operation-failure'

const OperationSettings = Type.Object({
  MONGODB_URI: credential({
    pattern: '^mongodb(\\+srv)?://',
    description:
      'Server that holds the databases, with the user for the task; MONGODB_URI_FILE: a file with it',
  }),
  BACKUP_DIR: Type.String({ default: '/backups', description: 'Folder that backups are written to' }),
  CREDENTIALS_DIR: Type.Optional(
    Type.String({ description: 'Folder of keys and credentials that belong into a backup' }),
  ),
  MF_DIR: Type.Optional(Type.String({ description: 'Folder of deployed frontends' })),
})
export type OperationSettings = Static<typeof OperationSettings>

const ScheduleSettings = Type.Object({
  ...OperationSettings.properties,
  BACKUP_EVERY_HOURS: Type.Number({ exclusiveMinimum: 0, default: 24, description: 'Hours between backups' }),
  BACKUP_KEEP: Type.Integer({ minimum: 1, default: 7, description: 'How many backups are kept' }),
  HOST: Type.String({ default: '127.0.0.1' }),
  METRICS_PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 9464, description: 'Port of /metrics' }),
})
export type ScheduleSettings = Static<typeof ScheduleSettings>

const ImportSettings = Type.Object({
  OFFQUAD_URL: Type.String({ pattern: '^https?://[^/]+$', description: 'The gateway' }),
  ACCESS_TOKEN_PRIVATE_KEY_FILE: Type.String({ description: 'PEM file of the key that signs access tokens' }),
  TOKEN_ISSUER: Type.String({ default: 'offquad', description: 'As of svc-users' }),
  TOKEN_AUDIENCE: Type.String({ default: 'offquad', description: 'As of svc-users' }),
})
export type ImportSettings = Static<typeof ImportSettings>

/** @throws ConfigError naming every setting that is missing or wrong */
export const loadImportSettings = (): ImportSettings => loadConfig(ImportSettings, process.env)

/** @throws ConfigError naming every setting that is missing or wrong */
export const loadOperationSettings = (): OperationSettings => loadConfig(OperationSettings, process.env)

/** @throws ConfigError naming every setting that is missing or wrong */
export const loadScheduleSettings = (): ScheduleSettings => loadConfig(ScheduleSettings, process.env)

const URI_FILE = /^mongodb-uri-(?:svc-)?([a-z][a-z0-9-]*)$/

/**
 * The addresses of the database, each with the user it is for: of every file mongodb-uri-<name> in a folder of secrets,
 * by name; that of svc-users is `users`.
 * @throws OperationFailure when there are none
 */
export function readMongoUris(folder = process.env.SECRETS_DIR || '/run/secrets'): Map<string, URL> {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => URI_FILE.test(file)) : []
  if (files.length === 0)
    throw new OperationFailure(`${folder} has no files mongodb-uri-<name>: mount them as secrets.`)
  return new Map(
    files
      .toSorted()
      .map((file) => [
        URI_FILE.exec(file)?.[1] ?? file,
        new URL(readFileSync(path.join(folder, file), 'utf8').trim()),
      ]),
  )
}
