/** Missing in TypeScript's library, because only Chromium has it (wicg.github.io/netinfo). */
interface Connection {
  saveData: boolean
  effectiveType: string
  /** In milliseconds. */
  rtt: number
}

/** The connection, as far as the browser tells. */
export const connection = (): Connection | undefined =>
  (navigator as Navigator & { connection?: Connection }).connection

/** Whether the visitor has asked for less data, as far as the browser tells. */
export const savesData = (): boolean => connection()?.saveData === true

export const isSlow = ({ saveData, effectiveType }: Connection): boolean => saveData || effectiveType !== '4g'
