/** Collects what the page sends by beacon, parsed, once it is read. */
export function collectBeacons(): { read: () => Promise<unknown[]> } {
  const sent: Promise<unknown>[] = []
  Object.assign(navigator, { sendBeacon: (_path: string, body: Blob) => sent.push(jsonOf(body)) > 0 })
  return { read: () => Promise.all(sent) }
}

// jsdom lacks Blob.text().
const jsonOf = (blob: Blob): Promise<unknown> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(JSON.parse(String(reader.result)))
    reader.readAsText(blob)
  })
