import { createHash, timingSafeEqual } from 'node:crypto'
import { NotAllowedError, UnauthenticatedError } from '@offquad/service-kit'

/** Who may deploy what: each app has a token of its own, kept as its SHA-256. */
export interface DeployTokens {
  /** @throws UnauthenticatedError for a token nobody has, NotAllowedError for another app's */
  require(authorization: string | undefined, app: string): void
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** @param setting comma list of `<app>=<SHA-256 of its token in hex>` */
export function readDeployTokens(setting: string): DeployTokens {
  const tokens = setting
    .split(',')
    .filter(Boolean)
    .map((pair) => pair.trim().split('='))
    .map(([app = '', hash = '']) => ({ app, hash: Buffer.from(hash, 'hex') }))

  return {
    require(authorization, app) {
      const given = hashOf(/^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '')
      const known = tokens.filter(({ hash }) => hash.length === given.length && timingSafeEqual(hash, given))
      if (known.length === 0)
        throw new UnauthenticatedError('deploy-token-required', 'A deploy token is needed, and this is none.')
      if (!known.some((token) => token.app === app))
        throw new NotAllowedError(
          'other-app',
          `This token is for ${known.map((token) => token.app).join(', ')}, not for ${app}.`,
        )
    },
  }
}
