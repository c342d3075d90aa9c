import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { NotAllowedError, UnauthenticatedError } from '@offquad/service-kit'

/** Stands in place of an app for a token that reads everything about all apps, and changes nothing. */
const READS_ALL = '*'

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export type DeployTokens = ReturnType<typeof readDeployTokens>

/**
 * Reads the deploy tokens: one per app, stored as a SHA-256 hash.
 * @param setting comma list of `<app>=<SHA-256 of its token in hex>`; `*` for a token that only reads
 * @param file more of these pairs, one per line; read for every request, so that a token can be added or revoked while the
 * gateway runs; may be missing
 */
export function readDeployTokens(setting: string, file?: string) {
  const fixed = parsePairs(setting)
  return {
    /** @throws UnauthenticatedError for an unknown token, NotAllowedError for another app's or one that only reads */
    require(authorization: string | undefined, app: string, purpose: 'read' | 'change' = 'change'): void {
      const tokens = file ? [...fixed, ...parsePairs(readOptional(file))] : fixed
      const sent = hashOf(/^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '')
      const matches = tokens.filter(({ hash }) => hash.length === sent.length && timingSafeEqual(hash, sent))
      if (matches.length === 0)
        throw new UnauthenticatedError('deploy-token-required', 'A valid deploy token is required.')
      const isForReading = matches.some((token) => token.app === READS_ALL)
      if (isForReading && purpose === 'read') return
      if (isForReading) throw new NotAllowedError('reading-token', 'This token only reads.')
      if (!matches.some((token) => token.app === app))
        throw new NotAllowedError(
          'other-app',
          `This token is for ${matches.map((token) => token.app).join(', ')}, not for ${app}.`,
        )
    },
  }
}

const parsePairs = (text: string): { app: string; hash: Buffer }[] =>
  text
    .split(/[,\n]/)
    .map((pair) => pair.trim().split('='))
    .filter(([app]) => app)
    .map(([app = '', hash = '']) => ({ app, hash: Buffer.from(hash, 'hex') }))

function readOptional(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
