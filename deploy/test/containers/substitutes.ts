import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'
import { inRepository, REPOSITORY } from '../repository'

/** Folder of the bundles inside their containers. */
const FOLDER = '/substitutes'
const IDENTITY_PORT = 8090
const MONGODB_PORT = 27017

/** Programs that replace images that are not built here, each bundled into one file. */
const BUNDLES = {
  identity: 'tools/dev-identity/src/main.ts',
  mongo: 'tools/embedded-mongo/src/main.ts',
  mail: 'deploy/test/containers/mail-substitute.ts',
}

/** Lets other containers reach a server that listens on the loopback address alone. */
const RELAY = 'deploy/docker/relay.mjs'

const TRY_TO_CONNECT = `require('node:net').connect(${MONGODB_PORT}, '127.0.0.1').on('connect', () => process.exit(0)).on('error', () => process.exit(1))`

export interface Ports {
  /** Port of the identity provider on this machine. */
  identity: number
}

/**
 * The override of docker-compose.yml for tests: an identity provider that signs in anyone and is trusted like Google, and
 * builds with this machine's network, for its access to registries. Unless `areNamedImagesUsed`, MongoDB and the mail catcher
 * are replaced, too, so that only the images of Node, Redis and busybox are required.
 */
export function overrideOfCompose(
  folder: string,
  { ports, areNamedImagesUsed, built }: { ports: Ports; areNamedImagesUsed: boolean; built: string[] },
) {
  const run = (name: keyof typeof BUNDLES, relayedPort?: number) => ({
    image: 'node:24-bookworm-slim',
    command: [
      ...(relayedPort ? ['node', `${FOLDER}/${path.basename(RELAY)}`, String(relayedPort)] : []),
      'node',
      `${FOLDER}/${name}.cjs`,
    ],
  })
  const bundles = `${folder}:${FOLDER}:ro`
  const builds = Object.fromEntries(built.map((name) => [name, { build: { network: 'host' } }]))
  const issuer = `http://127.0.0.1:${IDENTITY_PORT}`
  return {
    services: {
      ...builds,
      'svc-users': {
        build: { network: 'host' },
        environment: {
          GOOGLE_CERTS_URL: `http://identity:${IDENTITY_PORT}/certs`,
          GOOGLE_ISSUERS: issuer,
          DEVELOPMENT_SETTINGS: 'GOOGLE_CERTS_URL',
        },
      },
      identity: {
        ...run('identity', IDENTITY_PORT),
        profiles: ['production'],
        networks: ['services'],
        ports: [`127.0.0.1:${ports.identity}:${IDENTITY_PORT}`],
        volumes: [bundles],
        init: true,
        environment: {
          NODE_ENV: 'test',
          DEV_IDENTITY_PORT: String(IDENTITY_PORT),
          DEV_IDENTITY_AUDIENCE: '${GOOGLE_CLIENT_ID}',
        },
      },
      ...(!areNamedImagesUsed && {
        mongo: {
          ...run('mongo', MONGODB_PORT),
          user: '0:0',
          volumes: [bundles],
          environment: {
            NODE_ENV: 'test',
            EMBEDDED_MONGO_DIR: '/data/db',
            EMBEDDED_MONGO_PORT: String(MONGODB_PORT),
            EMBEDDED_MONGO_REPLICA_SET: 'offquad',
            EMBEDDED_MONGO_HOST: `mongo:${MONGODB_PORT}`,
            EMBEDDED_MONGO_ROOT_PASSWORD_FILE: '/run/secrets/mongodb-root.password',
          },
          healthcheck: { test: ['CMD', 'node', '-e', TRY_TO_CONNECT] },
        },
        mail: {
          ...run('mail'),
          volumes: [bundles],
          healthcheck: {
            test: ['CMD', 'node', '-e', "fetch('http://127.0.0.1:8025/').catch(() => process.exit(1))"],
          },
        },
      }),
    },
  }
}

/** Bundles the programs into a folder. */
export async function bundleSubstitutes(folder: string): Promise<void> {
  await build({
    absWorkingDir: REPOSITORY,
    entryPoints: BUNDLES,
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  })
  await copyFile(inRepository(RELAY), path.join(folder, path.basename(RELAY)))
}
