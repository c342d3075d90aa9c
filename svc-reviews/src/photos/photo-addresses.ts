import { createHmac, timingSafeEqual } from 'node:crypto'
import { ownPhotoPath, photoIdOf } from '@offquad/contracts'

export type PhotoAddresses = ReturnType<typeof createPhotoAddresses>

const STEP_MS = 30 * 60_000

interface AddressSettings {
  secret: string
  /** Origin of the site, if it has https: older clients that edit a review keep absolute URLs only. */
  origin?: string | undefined
  now: () => Date
}

export function createPhotoAddresses({ secret, origin = '', now }: AddressSettings) {
  function sign(id: string, expiresAt: number): string {
    const signature = createHmac('sha256', secret).update(`${id} ${expiresAt}`).digest('base64url')
    return `${expiresAt.toString(36)}.${signature}`
  }

  return {
    /**
     * The URL of a stored picture. A private photo's URL has a key that is valid for half an hour to an hour, and stays the same
     * for half an hour.
     */
    addressOf(picture: string, { isPrivate = false } = {}): string {
      const id = photoIdOf(picture)
      if (id === undefined) return picture
      const expiresAt = (Math.floor(now().getTime() / STEP_MS) + 2) * STEP_MS
      return `${origin}${ownPhotoPath(picture)}${isPrivate ? `?key=${sign(id, expiresAt)}` : ''}`
    },

    isKeyOf(id: string, key: string): boolean {
      const expiresAt = Number.parseInt(key, 36)
      const valid = Buffer.from(sign(id, expiresAt || 0))
      const sent = Buffer.from(key)
      return expiresAt > now().getTime() && sent.length === valid.length && timingSafeEqual(sent, valid)
    },
  }
}
