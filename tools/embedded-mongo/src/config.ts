import { readFileSync } from 'node:fs'
import { StartError } from './errors'

/** The environment for programs that this one starts. */
export const environment = (): NodeJS.ProcessEnv => process.env

/** Settings of the process; see the options of the same names. */
export interface ProcessSettings {
  directory: string | undefined
  port: number
  root: { user: string; password: string } | undefined
  replicaSet: { name: string; host: string | undefined } | undefined
}

/** Reads the settings of the process. Throws `StartError` in production and for a port that is none. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): ProcessSettings {
  if (env['NODE_ENV'] === 'production') {
    throw new StartError(
      'embedded-mongo is for development, tests and demos only: in production set MONGODB_URI to a real MongoDB.',
    )
  }
  const port = Number(env['EMBEDDED_MONGO_PORT'] || 0)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new StartError(
      `EMBEDDED_MONGO_PORT must be a port number from 0 to 65535, not '${env['EMBEDDED_MONGO_PORT']}'.`,
    )
  }
  return {
    directory: env['EMBEDDED_MONGO_DIR'] || undefined,
    port,
    root: readRoot(env),
    replicaSet: readReplicaSet(env),
  }
}

/** The first user, where passwords are required. The password is in a file, as in containers, or in the variable itself. */
function readRoot(env: NodeJS.ProcessEnv): ProcessSettings['root'] {
  const file = env['EMBEDDED_MONGO_ROOT_PASSWORD_FILE']
  const password = file ? readFileSync(file, 'utf8').trim() : env['EMBEDDED_MONGO_ROOT_PASSWORD']
  return password ? { user: env['EMBEDDED_MONGO_ROOT_USER'] || 'root', password } : undefined
}

function readReplicaSet(env: NodeJS.ProcessEnv): ProcessSettings['replicaSet'] {
  const name = env['EMBEDDED_MONGO_REPLICA_SET']
  return name ? { name, host: env['EMBEDDED_MONGO_HOST'] || undefined } : undefined
}
