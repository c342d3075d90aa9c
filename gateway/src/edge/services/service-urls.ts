import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { ConfigError } from '@offquad/service-kit'

/** URLs of every service's instances by service name: `{ 'svc-users': ['http://10.0.0.1:4003'] }`. */
export type ServiceUrls = Readonly<Record<string, readonly string[]>>

const VARIABLE = /^SVC_([A-Z][A-Z0-9_]*)_URL$/
const INSTANCE = /^https?:\/\/[^/,\s]+$/
/** Its keys verify access tokens. */
const REQUIRED = 'SVC_USERS_URL'

/**
 * Reads the services behind the gateway: each SVC_<NAME>_URL configures one with a comma list of instances.
 * @throws ConfigError naming every variable that is missing or invalid
 */
export function readServiceUrls(env: NodeJS.ProcessEnv): ServiceUrls {
  const { services, problems } = parseServiceUrls(env)
  if (!env[REQUIRED]) problems.push(`${REQUIRED} is not set: set it to the URL of svc-users`)
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return services
}

/**
 * Reads the same variables from a folder with a file for each, as Kubernetes mounts a ConfigMap.
 * @throws ConfigError naming every variable that is invalid
 */
export async function readServiceFiles(folder: string): Promise<ServiceUrls> {
  const names = (await readdir(folder)).filter((name) => VARIABLE.test(name))
  const files = names.map(async (name) => [name, (await readFile(path.join(folder, name), 'utf8')).trim()])
  const { services, problems } = parseServiceUrls(Object.fromEntries(await Promise.all(files)))
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return services
}

function parseServiceUrls(env: NodeJS.ProcessEnv) {
  const problems: string[] = []
  const services: Record<string, readonly string[]> = {}
  for (const [variable, value] of Object.entries(env).toSorted()) {
    const [, name] = VARIABLE.exec(variable) ?? []
    if (!name || !value) continue
    const urls = [...new Set(value.split(',').map((url) => url.trim()))]
    if (urls.every((url) => INSTANCE.test(url))) services[nameOfService(name)] = urls
    else
      problems.push(`${variable} must be a comma list of URLs without a path, such as http://10.0.0.1:4001`)
  }
  return { services, problems }
}

const nameOfService = (variable: string): string => `svc-${variable.toLowerCase().replaceAll('_', '-')}`

/** The variable and file of a service: SVC_USERS_URL of svc-users. */
export const variableOf = (service: string): string => `${service.replaceAll('-', '_').toUpperCase()}_URL`
