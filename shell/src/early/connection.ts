/** Missing in TypeScript's library, because only Chromium has it (wicg.github.io/netinfo). */
interface Connection {
  saveData: boolean
  effectiveType: string
  /** Round-trip time in milliseconds. */
  rtt: number
}

/** The connection, where the browser reports it. */
export const connection = (): Connection | undefined =>
  (navigator as Navigator & { connection?: Connection }).connection

/** Whether the visitor has turned on data saving, where the browser reports it. */
export const savesData = (): boolean => connection()?.saveData === true

export const isSlow = ({ saveData, effectiveType }: Connection): boolean => saveData || effectiveType !== '4g'
