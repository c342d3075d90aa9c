import { type AppVersion } from './page-tokens'

/** A page that a browser has received and is expected to report. */
export interface HandedPage {
  /** The template of its path. */
  route: string
  versions: readonly AppVersion[]
  /** The bucket of its visitor's network. */
  networkOf(version: AppVersion): string
}

/** A page reports within this time, in milliseconds, or counts as one that shows nothing. */
const REPORTS_WITHIN_MS = 20_000

/** More are not counted, which makes versions look better, not worse. */
const MAX_WAITING = 20_000

/** The pages that have not had the time to report yet. */
export function createHandedPages() {
  const waiting: (HandedPage & { due: number })[] = []

  return {
    add(page: HandedPage, at: number): void {
      if (waiting.length < MAX_WAITING) waiting.push({ ...page, due: at + REPORTS_WITHIN_MS })
    },
    /** Removes and returns those whose time has passed. */
    takeDue(now: number): HandedPage[] {
      const first = waiting.findIndex(({ due }) => due > now)
      return waiting.splice(0, first === -1 ? waiting.length : first)
    },
  }
}
