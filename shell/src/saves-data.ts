/** Whether the visitor has asked for less data, as far as the browser tells. */
export function savesData(): boolean {
  // Missing in TypeScript's library, because only Chromium has it. See wicg.github.io/savedata.
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
